import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeSnapshot } from '#lib/store/compute/snapshots.ts';
import { findSnapshot, toSnapshot } from './resource.ts';

interface UpdateInput {
  id: string;
  name?: string | undefined;
  tags?: Record<string, string> | undefined;
}

/**
 * Changes a snapshot's name or tags, also while it is being created or restored. 409 while it is being deleted, 412 for
 * a stale If-Match.
 */
export function updateSnapshot(context: Context, { id, ...input }: UpdateInput): Promise<Snapshot> {
  return retryOnConflict(async () => {
    const record = await findSnapshot(context, { id });
    context.match(record.version);
    if (record.status === 'deleting') {
      throw new ApiError('wrong_state', `snapshot ${id} is deleting; it can no longer be updated`);
    }
    const { name = record.name, tags = record.tags ?? {} } = input;
    if (name === record.name && JSON.stringify(tags) === JSON.stringify(record.tags ?? {})) {
      return context.commit({ writes: [], reply: toSnapshot(record), version: record.version });
    }
    const next = { ...record, name, tags, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: [changeSnapshot(record, next)],
      reply: toSnapshot(next),
      version: record.version + 1,
    });
  });
}
