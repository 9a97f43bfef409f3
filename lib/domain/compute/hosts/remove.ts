import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { instancesOf } from '#lib/store/compute/hosts.ts';
import { setHostState } from '#lib/store/compute/operated-hosts.ts';
import { findHost } from './find.ts';

/**
 * Removes a host: its agent's calls are refused, and it is in no list. 409 in_use while it has machines. With `force`
 * what is on it counts as lost with it.
 */
export function deleteHost(context: Context, id: string, { force = false } = {}): Promise<Deleted> {
  return retryOnConflict(async () => {
    const record = await findHost(id);
    const machines = await countMachines(id);
    if (machines > 0 && !force)
      throw new ApiError('in_use', `host ${id} has ${machines} machines; drain it first, or set force to give them up`);
    return context.commit({
      writes: [setHostState(record, 'removed')],
      reply: { id, deleted: true as const },
      rehearsal: { would: `remove host ${id}${machines > 0 ? ` and give up its ${machines} machines` : ''}` },
    });
  });
}

async function countMachines(host: string): Promise<number> {
  let count = 0;
  for await (const _ of instancesOf(host)) count++;
  return count;
}
