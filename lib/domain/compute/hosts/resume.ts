import type { Context } from '#lib/domain/platform/context.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changed } from './change.ts';
import { settleLoss } from './loss.ts';

/**
 * Lifts a drain or a fence. A host that was fenced gets nothing new until its agent has started again and has destroyed
 * what was replaced. 404 for a host that does not exist, 409 for one that has never started.
 */
export const resumeHost = (context: Context, hostId: string): Promise<HostRecord> =>
  changed(context, hostId, {
    action: 'resume',
    from: ['draining', 'fenced'],
    to: 'active',
    // Machines that could start elsewhere while the host was fenced wait for it from now on. A fenced host cannot have
    // come back yet, so nothing that has returned is mistaken for lost.
    before: async ({ state, lost }) => {
      if (state === 'fenced' && lost) await settleLoss(hostId, 'resumed');
    },
  });
