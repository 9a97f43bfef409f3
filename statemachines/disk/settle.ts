import { settleDisk } from '#lib/domain/compute/disks/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** The host has done it: volume, snapshot and instance as the operation leaves them. Throws HostRestarted. */
export const handler = task(outcomeInput, settleDisk);
