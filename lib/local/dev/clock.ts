import type { IncomingMessage } from 'node:http';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { CivilOffset } from '#lib/local/schedules/civil-offset.ts';
import type { ScheduleRunner } from '#lib/local/schedules/runner.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { readJsonObject } from './body.ts';

/** One year and a day: enough for tests, and short enough to run all tasks that become due. */
const MOST_SECONDS = 366 * 86_400;

/** The state of the civil clock. */
export interface ClockReply {
  readonly now: string;
  readonly offset_seconds: number;
  /** Where the clock is moving to; absent while it stands. */
  readonly moving_to?: string;
}

/** GET /dev/clock. While the clock moves, `now` is where it has got to. */
export function showClock(clock: CivilOffset, { target }: Pick<ScheduleRunner, 'target'>): ClockReply {
  const reply = { now: rfc3339(clock.now()), offset_seconds: Math.round(clock.offsetMs() / 1000) };
  return target === undefined ? reply : { ...reply, moving_to: rfc3339(new Date(Date.now() + target)) };
}

/**
 * POST /dev/clock: answers once everything that became due is done. Refuses anything but {advance_seconds} or {reset:
 * true}.
 */
export async function moveClock(
  req: IncomingMessage,
  clock: CivilOffset,
  schedules: ScheduleRunner,
): Promise<ClockReply> {
  const body = await readJsonObject(req);
  const unknown = Object.keys(body).find((name) => name !== 'advance_seconds' && name !== 'reset');
  if (unknown !== undefined) throw new ApiError('unknown_field', `unknown field ${JSON.stringify(unknown)}`);
  const { advance_seconds: seconds, reset } = body;
  if (reset === true && seconds === undefined) await schedules.reset();
  else if (reset === undefined && isSeconds(seconds)) await schedules.advance(seconds);
  else throw new ApiError('validation_failed', allowed);
  return showClock(clock, schedules);
}

const allowed = `body: must be {"advance_seconds": n} (an integer from 0 to ${MOST_SECONDS}) or {"reset": true}`;

function isSeconds(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_SECONDS;
}
