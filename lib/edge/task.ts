import type * as z from 'zod';
import { noteEnd } from '#lib/domain/platform/operations/schedules.ts';
import { wireStore } from '#lib/domain/platform/wire.ts';
import type { Measured } from '#lib/model/platform/measured.ts';
import { nameOfRun, type Share } from '#lib/model/platform/spread.ts';
import { log, messageOf } from './log.ts';
import { measure } from './measure.ts';

/**
 * Makes the handler of a state machine's task. It checks the payload against the schema and runs the verb. A task may
 * run more than once, so its verb must be idempotent. An error fails the task under the error's name, which Retry and
 * Catch use.
 */
export function task<S extends z.ZodType>(payload: S, verb: (input: z.output<S>) => Promise<unknown>) {
  wireStore();
  return async (event: unknown): Promise<unknown> => {
    try {
      return (await verb(payload.parse(event))) ?? {};
    } catch (error) {
      const { name } = error as Error;
      if (name !== 'Superseded') log('warn', { task: verb.name, name, message: messageOf(error) });
      throw error;
    }
  };
}

/**
 * When a scheduled task next has work (RFC 3339, civil clock), or null if it knows of none. `look_at` is such a time by
 * the real clock: moving the civil clock does not bring it closer.
 */
export interface ScheduledReport {
  next_at: string | null;
  look_at?: string;
}

/**
 * Makes the handler of a scheduled task. A task may run late, twice, or concurrently with itself, so its verb must be
 * idempotent. A deployment may start several runs at a time, which share the work (`runs` in functions.yml). Its
 * measurements are written for the alarms of a deployment, and the time at which it ended is stored.
 */
export function scheduledTask(
  name: string,
  verb: (share: Share) => Promise<ScheduledReport & { measured?: Measured }>,
) {
  wireStore();
  return async (event: Partial<Share> = {}): Promise<ScheduledReport> => {
    try {
      const { run = 0, of = 1 } = event;
      const { measured = {}, ...report } = await verb({ run, of });
      measure(measured);
      await noteEnd(nameOfRun(name, run));
      return report;
    } catch (error) {
      log('error', { schedule: name, name: (error as Error).name, message: messageOf(error) });
      throw error;
    }
  };
}
