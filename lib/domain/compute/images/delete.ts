import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { paiseDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { asgsWithImage } from '#lib/store/compute/asgs.ts';
import { changeImage, type ImageRecord } from '#lib/store/compute/images.ts';
import { instancesWithImage } from '#lib/store/compute/instances.ts';
import { snapshotsWithImage } from '#lib/store/compute/snapshots.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { findImage } from './resource.ts';

interface Deleting {
  id: string;
  status: 'deleting';
}

/**
 * Deletes an own image; one that is being created is given up. One that is being deleted is answered unchanged. 409
 * in_use while instances, auto scaling groups or snapshots need it.
 */
export function deleteImage(context: Context, { id }: { id: string }): Promise<Deleting> {
  return retryOnConflict(async () => {
    const record = await findImage(context, id);
    context.match(record.version);
    const reply: Deleting = { id, status: 'deleting' };
    if (record.status === 'deleting') return context.commit({ writes: [], reply });
    await refuseUsed(record);
    const { operation, writes, workflow } = beginDisk(context, record, 'delete_image', { image_id: id });
    const next: ImageRecord = {
      ...record,
      status: 'deleting',
      status_reason: null,
      operation,
      updated_at: rfc3339(context.now),
    };
    const before = record.operation ? [removeDeadline(record.operation.id), removeIntent(record.operation.id)] : [];
    return context.commit({
      writes: [changeImage(record, next), ...writes, ...before],
      reply,
      workflow,
      rehearsal: { would: `delete image ${id}`, ...paiseDelta(-record.price_paise) },
    });
  });
}

/** Ids that a refusal names at most. */
const named = 5;

/**
 * 409 where something needs the image. A snapshot is taken of an instance and launched from while it is there, so what
 * comes from a use is read after it: none is missed.
 */
async function refuseUsed({ account_id, id }: ImageRecord): Promise<void> {
  const instances = await instancesWithImage(account_id, id);
  const snapshots = await snapshotsWithImage(account_id, id);
  const groups = await asgsWithImage(account_id, id);
  const users = [...instances, ...snapshots, ...groups];
  if (users.length === 0) return;
  const more = users.length > named ? ` and ${users.length - named} more` : '';
  throw new ApiError('in_use', `image ${id} is used by ${users.slice(0, named).join(', ')}${more}`);
}
