import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { mountPath, type Volume } from '#lib/model/compute/volume.ts';
import { hourlyPaise, priceOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import type { Intent } from '#lib/store/platform/outbox.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { claimName, findVolume, freeName, requireStatus, toVolume } from './resource.ts';

interface UpdateInput {
  id: string;
  name?: string | undefined;
  size_gib?: number | undefined;
  delete_on_termination?: boolean | undefined;
  tags?: Record<string, string> | undefined;
}

/** The writes of a change of a volume in addition to its record. */
interface Also {
  writes: Write[];
  workflow?: Intent;
}

/**
 * Changes a volume's name, tags or size. It has the new size once its task is done. 400 where it would shrink, 409
 * while it is being deleted, where another volume has the name, and for a new name (its mount path) while it is
 * attached.
 */
export function updateVolume(context: Context, { id, ...input }: UpdateInput): Promise<Volume> {
  return retryOnConflict(async () => {
    const record = await findVolume(context, id);
    context.match(record.version);
    if (record.status === 'deleting') requireStatus(record, 'update', 'available', 'in-use');
    const { size_gib = record.size_gib, ...rest } = input;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const renamed: VolumeRecord = { ...record, ...given };
    const naming = renaming(record, renamed);
    const { growth, writes, workflow } = growing(context, record, size_gib);
    const next: VolumeRecord = { ...renamed, ...growth, mount_path: mountPath(renamed.name) };
    if (JSON.stringify(next) === JSON.stringify(record)) {
      return context.commit({
        writes: [],
        reply: toVolume(record),
        version: record.version,
        rehearsal: { would: `nothing: volume ${id} already has these settings` },
      });
    }
    next.updated_at = rfc3339(context.now);
    return context.commit({
      writes: [...naming, changeVolume(record, next), ...writes],
      reply: toVolume(next),
      version: record.version + 1,
      ...(workflow && { workflow }),
      rehearsal: {
        would: workflow ? `grow volume ${id} from ${record.size_gib} to ${size_gib} GiB` : `update volume ${id}`,
        ...priceDelta(record.price_monthly, priceOf('volume', size_gib)),
      },
    });
  });
}

function renaming(record: VolumeRecord, { name }: VolumeRecord): Write[] {
  if (name === record.name) return [];
  if (record.instance_id) {
    const where = `attached to ${record.instance_id} at ${record.mount_path}`;
    throw new ApiError('in_use', `name: volume ${record.id} is ${where}; detach it before renaming it`);
  }
  return [claimName(record, name), freeName(record, record.name)];
}

function growing(context: Context, record: VolumeRecord, size_gib: number): Also & { growth: Partial<VolumeRecord> } {
  if (size_gib === record.size_gib) return { growth: {}, writes: [] };
  const { id, account_id } = record;
  if (size_gib < record.size_gib) {
    const text = `size_gib: ${size_gib} is less than the ${record.size_gib} of volume ${id} (a volume only grows)`;
    throw new ApiError('validation_failed', text);
  }
  requireStatus(record, 'resize', 'available', 'in-use');
  const more = size_gib - record.size_gib;
  const { operation, writes, workflow } = beginDisk(context, record, 'grow_volume', { volume_id: id, size_gib });
  return {
    growth: { operation: { ...operation, size_gib }, task: 'resizing', status_reason: null },
    writes: [
      takeQuota(account_id, 'volume_gib', more),
      checkBalance(account_id, hourlyPaise(priceOf('volume', more)), `${more} GiB more`),
      ...writes,
    ],
    workflow,
  };
}
