import { log, messageOf } from './log.ts';

/** When a scheduled task next has work (RFC 3339); null where it knows of none. */
export interface ScheduledReport {
  next_at: string | null;
}

/**
 * Makes the handler of a scheduled task. A task may run late, twice, or concurrently with itself, so its verb must be
 * idempotent.
 */
export function scheduledTask(name: string, verb: () => Promise<ScheduledReport>) {
  return async (): Promise<ScheduledReport> => {
    try {
      return await verb();
    } catch (error) {
      log('error', { schedule: name, name: (error as Error).name, message: messageOf(error) });
      throw error;
    }
  };
}
