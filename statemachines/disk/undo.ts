import { requestDiskUndo } from '#lib/domain/compute/disks/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Undoes work: asks the host to remove whatever there is of it; throws Superseded. */
export const handler = task(tokenInput, requestDiskUndo);
