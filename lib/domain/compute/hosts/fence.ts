import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';

/** Shuts a host out: none of its calls is served any more. 404 for a host that is not there. */
export const fenceHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, { action: 'fence', from: ['active', 'draining'], to: 'fenced' });
