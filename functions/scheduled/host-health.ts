import { checkHosts } from '#lib/domain/compute/hosts/health.ts';
import { measuredWork } from '#lib/domain/platform/operations/schedules.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: marks the machines of hosts that have become silent, and takes measurements for alarms. */
export const handler = scheduledTask('hostHealthSchedule', async () => {
  const { measured, ...report } = await checkHosts();
  return { ...report, measured: { ...measured, ...(await measuredWork()) } };
});
