import { requestDiskUndo } from '#lib/domain/compute/disks/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Asks the host to undo the work of `Work`. Throws Superseded. */
export const handler = task(tokenInput, requestDiskUndo);
