import { log, messageOf } from './log.ts';

/** When a scheduled task next has something to do (RFC 3339), or null where it does not know of anything. */
export interface ScheduledReport {
  next_at: string | null;
}

/** Opens a scheduled function; it may run late, twice, or beside itself, so a verb is idempotent. */
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
