import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { beginUndoing } from '#lib/domain/compute/volumes/endings.ts';
import type { JobKind } from '#lib/model/compute/job.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import type { DiskKind } from './resource.ts';

type Waiting = WorkflowInput & { token: string };

const kindOf = ({ options }: WorkflowInput) => options.kind as DiskKind;

/** Requests from the host the job of an operation on a disk. Throws Superseded. */
export const requestDiskJob = (input: Waiting): Promise<void> => requestJob(input, kindOf(input));

/** The job that undoes each operation, and the id of the resource that the job concerns. */
const undoings: Partial<Record<DiskKind, { kind: JobKind; subject: (input: WorkflowInput) => string }>> = {
  create_volume: { kind: 'delete_volume', subject: ({ instance_id }) => instance_id },
  attach_volume: { kind: 'detach_volume', subject: ({ instance_id }) => instance_id },
  create_snapshot: { kind: 'delete_snapshot', subject: ({ options }) => String(options.snapshot_id) },
  create_image: { kind: 'delete_image', subject: ({ instance_id }) => instance_id },
};

/** Requests from the host the job that undoes a failed operation. Throws Superseded. */
export async function requestDiskUndo(input: Waiting): Promise<void> {
  const undoing = undoings[kindOf(input)];
  if (!undoing) throw new Error(`${kindOf(input)} cannot be undone`);
  if (kindOf(input) === 'attach_volume') await beginUndoing(input);
  const options = { ...input.options, force: true };
  await requestJob({ ...input, instance_id: undoing.subject(input), options }, undoing.kind);
}
