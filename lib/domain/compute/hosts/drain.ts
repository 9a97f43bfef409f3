import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';

/**
 * Stops placing anything new on a host; existing resources stay. 404 for a host that does not exist, 409 for one that
 * is neither active nor draining.
 */
export const drainHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, { action: 'drain', from: ['active'], to: 'draining' });
