import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';

/** Takes a drain or a fence back. 404 for a host that is not there. */
export const resumeHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, { action: 'resume', from: ['draining', 'fenced'], to: 'active' });
