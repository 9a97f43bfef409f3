import { requestDiskUndo } from '#lib/domain/disks/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/workflow-input.ts';

/** Undoes work: asks the host to remove whatever there is of it; throws Superseded. */
export const handler = task(tokenInput, requestDiskUndo);
