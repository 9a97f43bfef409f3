import type { Context } from '#lib/domain/platform/context.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { wantHost } from './want.ts';

/** Cuts a host off: every call of its agent is refused from now on, and nothing is put on it. */
export const fenceHost = (context: Context, id: string): Promise<OperatedHost> =>
  wantHost(context, id, { to: 'fenced', from: ['active', 'draining'] });
