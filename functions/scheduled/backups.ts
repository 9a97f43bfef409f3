import { runBackups } from '#lib/domain/compute/backups/run-due.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: takes the backups that are due. */
export const handler = scheduledTask('backupsSchedule', runBackups);
