import { sampleRecords } from '#lib/domain/platform/records/check.ts';
import { log } from '#lib/edge/log.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** The most kinds of faults that one run logs. */
const logged = 20;

/**
 * Every day: reads a part of the table against the schemas of its records, and logs what does not fit: entity, form of
 * the key, attribute and fault, without keys and values. It never names a next time, so it runs once where a laptop's
 * clock is moved by many days.
 */
export const handler = scheduledTask('recordsSchedule', async () => {
  const { read, unfit, misfits } = await sampleRecords();
  for (const { entity, form, fault, count } of misfits.slice(0, logged))
    log('error', { schedule: 'recordsSchedule', read, entity, key: form, fault, count });
  return { next_at: null, measured: { RecordsUnfit: unfit } };
});
