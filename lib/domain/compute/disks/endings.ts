import * as copies from '#lib/domain/compute/image-copies/endings.ts';
import * as images from '#lib/domain/compute/images/endings.ts';
import * as conversions from '#lib/domain/compute/instances/converted-disk.ts';
import * as snapshots from '#lib/domain/compute/snapshots/endings.ts';
import { settleCreated } from '#lib/domain/compute/volumes/created.ts';
import * as volumes from '#lib/domain/compute/volumes/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import type { DiskFailure, DiskKind } from './resource.ts';

interface Endings {
  done: (input: WorkflowInput, result: Record<string, unknown>) => Promise<void>;
  failed: (input: WorkflowInput, failure: DiskFailure) => Promise<void>;
}

/** How each operation on a disk is settled. */
const endings: Record<DiskKind, Endings> = {
  create_volume: { done: settleCreated, failed: volumes.settleInError },
  grow_volume: { done: volumes.settleGrown, failed: volumes.settleNotGrown },
  delete_volume: { done: volumes.settleDeleted, failed: volumes.settleInError },
  attach_volume: { done: volumes.settleAttached, failed: volumes.settleNotAttached },
  detach_volume: { done: volumes.settleDetached, failed: volumes.settleNotDetached },
  create_snapshot: { done: snapshots.settleCreated, failed: snapshots.settleNotCreated },
  restore_snapshot: { done: snapshots.settleRestored, failed: snapshots.settleNotRestored },
  delete_snapshot: { done: snapshots.settleDeleted, failed: snapshots.settleNotDeleted },
  convert_disk: { done: conversions.settleConverted, failed: conversions.settleNotConverted },
  create_image: { done: images.settleCreated, failed: images.settleInError },
  delete_image: { done: images.settleDeleted, failed: images.settleInError },
  pull_image: { done: copies.settleDone, failed: copies.settleFailed },
  remove_image: { done: copies.settleDone, failed: copies.settleFailed },
};

const endingsOf = ({ options }: WorkflowInput) => endings[options.kind as DiskKind];

/** Settles an operation on a disk that its host has completed. */
export const settleDisk = (input: WorkflowInput & { result: Record<string, unknown> }): Promise<void> =>
  endingsOf(input).done(input, input.result);

interface Failed {
  error: string;
  cause: string;
  undone: boolean;
}

/** Settles an operation on a disk that failed. */
export function failDisk(input: WorkflowInput & Failed): Promise<void> {
  const { error, cause, undone } = input;
  const reason = reasonOf(String(input.options.kind).replaceAll('_', ' '), { error, cause });
  return endingsOf(input).failed(input, { reason, code: error, undone });
}
