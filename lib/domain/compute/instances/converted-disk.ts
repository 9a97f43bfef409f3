import type { DiskFailure } from '#lib/domain/compute/disks/resource.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { settle } from './settle.ts';

/** Settles the conversion of an instance's disk, which may have needed none. */
export const settleConverted = (input: WorkflowInput, { converted }: Record<string, unknown>): Promise<void> =>
  settle(input, () => ({
    change: { status_reason: null },
    message: converted ? 'disk converted' : 'the disk already has its limit',
  }));

/** Settles a conversion that failed: the instance is stopped with the disk that it had, and says why. */
export const settleNotConverted = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settle(input, () => ({ change: { status_reason: reason }, message: reason }));
