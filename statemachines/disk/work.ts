import { requestDiskJob } from '#lib/domain/compute/disks/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Asks the host to carry out the operation. Throws Superseded. */
export const handler = task(tokenInput, requestDiskJob);
