import { sampleRecords } from '#lib/domain/platform/records/check.ts';
import { log } from '#lib/edge/log.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every day: reads some of the table against the schemas of its records, and logs what does not fit, without keys. */
export const handler = scheduledTask('recordsSchedule', async () => {
  const { read, misfits } = await sampleRecords();
  for (const { entity, fault, count } of misfits)
    log('error', { schedule: 'recordsSchedule', read, entity, fault, count });
  return { next_at: null };
});
