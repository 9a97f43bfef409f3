import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';

/**
 * Has nothing new placed on a host; what is on it stays. 404 for a host that is not there, 409 for one that is neither
 * active nor draining.
 */
export const drainHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, { action: 'drain', from: ['active'], to: 'draining' });
