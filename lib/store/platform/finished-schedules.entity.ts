import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** When a scheduled task last ended: real clock, epoch milliseconds. */
export const finished = z.strictObject({
  schedule: z.string(),
  at: z.number(),
});

export const entities = {
  finishedSchedule: entity({
    about: 'end of a schedule',
    pk: 'SCHEDULES',
    sk: '<schedule>',
    read: 'hosts schedule, for an alarm',
    record: finished,
  }),
};
