import { settleDisk } from '#lib/domain/compute/disks/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** Settles an operation that the host has completed, on the volume, snapshot and instance. Throws HostRestarted. */
export const handler = task(outcomeInput, settleDisk);
