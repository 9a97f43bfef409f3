import * as z from 'zod';
import { failDisk } from '#lib/domain/compute/disks/endings.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/**
 * Settles a failed operation: volume, snapshot and instance show the reason, and its effects are undone as far as
 * possible. Throws HostRestarted.
 */
export const handler = task(failureInput.extend({ undone: z.boolean() }), failDisk);
