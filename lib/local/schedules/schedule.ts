import { type DueTimes, dueTimes } from '#lib/standards/cron/event-bridge.ts';

/** When a schedule is due. */
export interface Schedule {
  /** The first due time at or after `from`; undefined when there is none any more. */
  next(from: Date): Date | undefined;
}

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads `rate(5 minutes)` or `cron(0 2 * * ? *)` as EventBridge does, in UTC. A rate's due times are its multiples
 * since 1970, so they are the same in every run. Throws Error for any other text.
 */
export function parseSchedule(text: string): Schedule {
  const [, value, unit] = /^rate\(([1-9]\d{0,4}) (minute|hour|day)s?\)$/.exec(text) ?? [];
  if (value && unit) return every(Number(value) * (unitMs[unit] ?? 0));
  const [, fields] = /^cron\((.+)\)$/.exec(text) ?? [];
  if (fields) return at(dueTimes(fields));
  throw new Error(`"${text}" is no schedule (rate(5 minutes) or cron(0 2 * * ? *))`);
}

function every(ms: number): Schedule {
  return { next: (from) => new Date(Math.ceil(from.getTime() / ms) * ms) };
}

function at(due: DueTimes): Schedule {
  return { next: (from) => due(from) ?? undefined };
}
