import type { Context } from '#lib/domain/platform/context.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { wantHost } from './want.ts';

/** Ends a drain or a fence: the host may go on, and new machines are put on it. */
export const resumeHost = (context: Context, id: string): Promise<OperatedHost> =>
  wantHost(context, id, { to: 'active', from: ['draining', 'fenced'] });
