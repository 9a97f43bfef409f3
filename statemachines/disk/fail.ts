import * as z from 'zod';
import { failDisk } from '#lib/domain/compute/disks/endings.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** It failed: volume, snapshot and instance with the reason, as far back as it could be undone. Throws HostRestarted. */
export const handler = task(failureInput.extend({ undone: z.boolean() }), failDisk);
