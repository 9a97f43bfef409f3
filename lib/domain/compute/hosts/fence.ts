import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { requireHost } from './change.ts';
import { contentsOf } from './contents.ts';
import { loseHost } from './loss.ts';

/**
 * Shuts a host out and counts it as lost at once (contract 4.13): none of its calls is served any more, whatever still
 * runs there. The hosts schedule settles what was on it, since that may take longer than a request. 404 for a host that
 * does not exist, 409 for one that has never started.
 */
export async function fenceHost(context: Context, hostId: string): Promise<HostRecord> {
  const rehearsal = async () => {
    // For a host that is already lost, its resources have already been counted as lost.
    const { lost } = await requireHost(hostId);
    return { would: `fence host ${hostId}`, cascade: lost ? [] : await contentsOf(hostId) };
  };
  await context.claimed({ check: async () => refuseUnstarted(await requireHost(hostId)), rehearsal });
  await retryOnConflict(async () => {
    const host = await requireHost(hostId);
    refuseUnstarted(host);
    if (host.state !== 'fenced') await loseHost(host, 'fenced');
  });
  return requireHost(hostId);
}

function refuseUnstarted({ host_id, epoch }: HostRecord): void {
  if (epoch !== undefined) return;
  throw new ApiError('wrong_state', `host ${host_id} is joining; fence requires a host that has started`);
}
