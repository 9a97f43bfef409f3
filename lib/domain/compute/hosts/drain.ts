import type { Context } from '#lib/domain/platform/context.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { wantHost } from './want.ts';

/** Puts nothing new on a host from now on; what is on it goes on. 409 for a host that is fenced. */
export const drainHost = (context: Context, id: string): Promise<OperatedHost> =>
  wantHost(context, id, { to: 'draining', from: ['active'] });
