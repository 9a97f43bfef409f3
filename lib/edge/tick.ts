import { log, messageOf } from './log.ts';

/** When a tick next has something to do (RFC 3339), or null where it does not know of anything. */
export interface TickReport {
  next_at: string | null;
}

/** Opens a scheduled function; it may run late, twice, or beside itself, so a verb is idempotent. */
export function tick(name: string, verb: () => Promise<TickReport>) {
  return async (): Promise<TickReport> => {
    try {
      return await verb();
    } catch (error) {
      log('error', { tick: name, name: (error as Error).name, message: messageOf(error) });
      throw error;
    }
  };
}
