import type { DiskFailure } from '#lib/domain/compute/disks/resource.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { copyKey, type ImageCopy, putCopy, removeCopy } from '#lib/store/compute/image-copies.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** Settles an operation that holds a host's copy; does nothing where it is already settled. */
const settle = (input: WorkflowInput, writeOf: (copy: ImageCopy) => Write): Promise<void> =>
  retryOnConflict(async () => {
    const key = copyKey(input.instance_id);
    const copy = key && (await get(key));
    if (copy?.operation?.id !== input.operation) return;
    await transact([writeOf(copy), removeDeadline(input.operation), removeIntent(input.operation)]);
  });

/** Settles what the host has done: from now on its offer says what it has. */
export const settleDone = (input: WorkflowInput): Promise<void> => settle(input, removeCopy);

/** Settles what failed: operators see why. */
export const settleFailed = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settle(input, (copy) =>
    putCopy(copy, {
      ...copy,
      status: 'error',
      status_reason: reason,
      operation: null,
      updated_at: rfc3339(civilNow()),
    }),
  );
