import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';
import { settleLoss } from './loss.ts';

/**
 * Takes a drain or a fence back. A host that was fenced gets nothing new before its agent has started again and has
 * destroyed what was replaced. 404 for a host that is not there, 409 for one that has not started yet.
 */
export const resumeHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, {
    action: 'resume',
    from: ['draining', 'fenced'],
    to: 'active',
    // What may start elsewhere while the host is fenced waits for it from now on. A fenced host cannot be back yet, so
    // that nothing that has returned is taken for lost.
    before: async ({ state, lost }) => {
      if (state === 'fenced' && lost) await settleLoss(hostId, 'resumed');
    },
  });
