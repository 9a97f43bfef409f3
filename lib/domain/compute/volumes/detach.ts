import { commitEffect } from '#lib/domain/platform/commit.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { elapsed, pause } from '#lib/drivers/clocks/real.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { detaching } from './attachment.ts';
import { findVolume, requireStatus, toVolume } from './resource.ts';

interface DetachInput {
  id: string;
  force: boolean;
}

/** Milliseconds that the host has to report open files, and milliseconds between two reads of the volume. */
const reportTimeout = 10_000;
const pollInterval = 40;

/**
 * Detaches a volume from its instance. 409 unless it is attached, and 409 with Retry-After if files on it are open and
 * `force` is not set. Only the host knows about open files, so the reply waits for its report. The detachment is
 * therefore committed before the reply. A request that is interrupted in between finds the volume detached.
 */
export async function detachVolume(context: Context, input: DetachInput): Promise<Volume> {
  await context.claimed();
  const record = await settledOf(await beginDetachment(context, input));
  if (record.fault) throw refusalOf(record);
  return context.commit({ writes: [], reply: toVolume(record), version: record.version });
}

/** Commits the detachment. Returns the resulting volume, and whether the workflow has started. */
function beginDetachment(
  context: Context,
  { id, force }: DetachInput,
): Promise<{ record: VolumeRecord; started: boolean }> {
  return retryOnConflict(async () => {
    const volume = await findVolume(context, id);
    context.match(volume.version);
    requireStatus(volume, 'detach volume', 'in-use');
    const instance = await getInstance(volume.account_id, volume.instance_id ?? '');
    // Both change in one transaction, so a missing instance has just been terminated.
    if (!instance) throw new Stale();
    await context.refuseDenied([{ kind: 'instance', id: instance.id }]);
    const { next, writes, workflow } = detaching(context, volume, instance, force);
    const late = await commitEffect({ writes, workflow });
    return { record: { ...next, version: volume.version + 1 }, started: late.length === 0 };
  });
}

/** The volume once its host has reported, or as it is after the timeout. */
async function settledOf({ record, started }: { record: VolumeRecord; started: boolean }): Promise<VolumeRecord> {
  let latest = record;
  for (const end = elapsed() + reportTimeout; started && elapsed() < end; await pause(pollInterval)) {
    latest = (await getVolume(record.account_id, record.id)) ?? latest;
    if (latest.operation?.id !== record.operation?.id) return latest;
  }
  return latest;
}

function refusalOf({ id, instance_id, fault, status_reason }: VolumeRecord): ApiError {
  if (fault === 'VOLUME_BUSY') {
    const text = `volume ${id} is busy: files on it are open in ${instance_id}; close them, or detach with force=true`;
    return new ApiError('in_use', text, { retryAfter: 5 });
  }
  return new ApiError('dependency_unavailable', `volume ${id}: ${status_reason}`, { retryAfter: 5 });
}
