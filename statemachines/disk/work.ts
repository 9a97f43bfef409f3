import { requestDiskJob } from '#lib/domain/disks/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/workflow-input.ts';

/** Asks the host to do what the operation is; throws Superseded. */
export const handler = task(tokenInput, requestDiskJob);
