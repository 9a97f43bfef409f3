import { runBackups } from '#lib/domain/compute/backups/run-due.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: takes the backups that are due. */
export const handler = tick('backupsTick', runBackups);
