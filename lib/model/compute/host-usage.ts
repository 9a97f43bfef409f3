import * as z from 'zod';
import { seriesNames } from './metrics.ts';

/* What hosts say about the usage of their machines, by the routes of host-api.ts. */

const instance_id = z.string().regex(/^i-[0-9a-z-]{1,64}$/);
const measured = z.number().min(0).max(1e15).nullable();
const usage = z
  .strictObject(
    Object.fromEntries(seriesNames.map((name) => [name, measured])) as Record<
      (typeof seriesNames)[number],
      typeof measured
    >,
  )
  // Agents of an earlier version do not measure it.
  .extend({ disk_used_percent: measured.default(null) });
const seconds = z.int().min(0).max(1e11);

/** The maximum number of machines, and of points of one machine, in one call. */
export const samplesAtMost = { machines: 20, points: 120 } as const;

export const sampleBatch = z.strictObject({
  instance_id,
  points: z.array(z.strictObject({ at: seconds, usage })).max(samplesAtMost.points),
  /** Complete quarters of an hour, to be rolled up. */
  roll_up: z.strictObject({ from: seconds, to: seconds }).optional(),
});

const minute = seconds.refine((at) => at % 60 === 0, 'must be the start of a minute');
const share = z.number().min(0).max(100).nullable();

/** The maximum number of machines, and of minutes of one, in a report of loads. */
export const loadsAtMost = { machines: 1000, minutes: 6 } as const;

/** What machines used in their last minutes, in percent. Autoscaling follows it, since points are reported later. */
export const machineLoads = z
  .array(
    z.strictObject({
      instance_id,
      minutes: z
        .array(z.strictObject({ at: minute, cpu: share, ram: share }))
        .max(loadsAtMost.minutes)
        .refine(areConsecutive, `must be minutes in order, within ${loadsAtMost.minutes} minutes`),
    }),
  )
  .max(loadsAtMost.machines);
export type MachineLoads = z.infer<typeof machineLoads>;

function areConsecutive(minutes: readonly { at: number }[]): boolean {
  const inOrder = minutes.every(({ at }, index) => index === 0 || at > (minutes[index - 1]?.at ?? at));
  return inOrder && (minutes.at(-1)?.at ?? 0) - (minutes[0]?.at ?? 0) < loadsAtMost.minutes * 60;
}
