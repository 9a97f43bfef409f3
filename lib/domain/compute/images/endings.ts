import { meteredImage } from '#lib/domain/billing/metering/marks.ts';
import { beginDisk, type DiskFailure } from '#lib/domain/compute/disks/resource.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { CreatedImage } from '#lib/model/compute/job-results.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { imagePaise } from '#lib/model/platform/catalog.ts';
import { changeImage, getImage, type ImageRecord, removeImage } from '#lib/store/compute/images.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** Settles an operation that holds an image; does nothing where it is already settled. */
const settle = (input: WorkflowInput, writesOf: (record: ImageRecord, now: string) => Write[]): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getImage(input.account_id, input.instance_id);
    if (record?.operation?.id !== input.operation) return;
    const writes = writesOf(record, rfc3339(civilNow()));
    await transact([...writes, removeDeadline(input.operation), removeIntent(input.operation)]);
  });

/** Settles an image that its host has: from now on it is charged. */
export const settleCreated = (input: WorkflowInput, result: Record<string, unknown>): Promise<void> =>
  settle(input, (record, updated_at) => {
    const { epoch: _, ...contents } = result as unknown as CreatedImage & { epoch?: number };
    const next: ImageRecord = {
      ...record,
      status: 'available',
      progress_percent: 100,
      contents,
      price_paise: imagePaise(contents.size_bytes),
      operation: null,
      updated_at,
    };
    return [changeImage(record, next), meteredImage(record, next.price_paise, updated_at)];
  });

/** Settles a creation or deletion that failed: status error, until it is deleted. */
export const settleInError = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settle(input, (record, updated_at) => [
    changeImage(record, { ...record, status: 'error', status_reason: reason, operation: null, updated_at }),
  ]);

/** Settles a deletion on a host: goes on with the next one that has the image, or removes the record and its quota. */
export const settleDeleted = async (input: WorkflowInput): Promise<void> => {
  const record = await getImage(input.account_id, input.instance_id);
  if (record?.copies?.length && record.operation?.id === input.operation) return deleteNext(input);
  return settle(input, (found, deleted_at) => [
    removeImage(found),
    returnQuota(found.account_id, 'images'),
    meteredImage(found, 0, deleted_at),
  ]);
};

const deleteNext = (input: WorkflowInput): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getImage(input.account_id, input.instance_id);
    const [host_id, ...copies] = record?.copies ?? [];
    if (!record || host_id === undefined || record.operation?.id !== input.operation) return;
    const now = civilNow();
    const { operation, writes, workflow } = beginDisk({ now }, record, 'delete_image', { image_id: record.id });
    const next: ImageRecord = { ...record, host_id, copies, operation, updated_at: rfc3339(now) };
    const before = [removeDeadline(input.operation), removeIntent(input.operation)];
    await commitEffect({ writes: [changeImage(record, next), ...writes, ...before], workflow });
  });
