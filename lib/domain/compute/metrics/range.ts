import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type MetricsQuery, maxPoints, periods } from '#lib/model/compute/metrics.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Level, levels } from '#lib/store/compute/metrics.ts';
import { usageLevels } from './pace.ts';

/** A time range in epoch seconds, in steps. `level` is the finest resolution that is stored for all of it. */
export interface Range {
  from: number;
  to: number;
  step: number;
  level: Level;
}

const maxSeconds = periods['30d'];

/**
 * The range that a query requests at this moment. 400 for a range that is empty, too long, or has more than 1,440
 * steps.
 */
export function rangeOf(query: MetricsQuery, now: Date): Range {
  const { from, to } = boundsOf(query, Math.floor(now.getTime() / 1000));
  const level = levelFor(from, Math.floor(now.getTime() / 1000));
  const requested = query.step_seconds ?? usualStep(to - from);
  const step = Math.ceil(requested / level.step) * level.step;
  const points = Math.ceil((to - from) / step);
  if (points > maxPoints) {
    const least = Math.ceil((to - from) / maxPoints / level.step) * level.step;
    throw refusal(
      `step_seconds: ${requested} makes ${points} points of this time (at most ${maxPoints}: ${least} or more)`,
    );
  }
  return { from, to, step, level };
}

function boundsOf(query: MetricsQuery, now: number): { from: number; to: number } {
  const { period, from, to } = query;
  if (period && (from || to)) throw refusal(`period: cannot be given with ${from ? 'from' : 'to'} (one or the other)`);
  if (from) return explicitBounds(from, to, now);
  if (to) throw refusal('from: is required with to (an RFC 3339 date and time)');
  return { from: now - periods[period ?? '1h'], to: now };
}

function explicitBounds(from: string, to: string | undefined, now: number): { from: number; to: number } {
  const bounds = { from: secondsOf(from), to: to ? secondsOf(to) : now };
  const length = bounds.to - bounds.from;
  const end = to ? 'to' : `now (${rfc3339(new Date(now * 1000))})`;
  if (length <= 0) throw refusal(`from: ${JSON.stringify(from)} is not before ${end}`);
  if (length > maxSeconds) throw refusal(`from: lies ${Math.ceil(length / 86_400)} days before to (at most 30 days)`);
  return bounds;
}

const secondsOf = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

/** The finest level at which a moment is still stored. */
const levelFor = (from: number, now: number): Level =>
  usageLevels().find(({ kept }) => now - from <= kept) ?? levels[2];

/** The default steps of contract 4.1: a minute up to a day, a quarter of an hour up to a week, an hour beyond. */
function usualStep(length: number): number {
  if (length <= periods['24h']) return 60;
  return length <= periods['7d'] ? 900 : 3600;
}

const refusal = (message: string): ApiError => new ApiError('validation_failed', message);
