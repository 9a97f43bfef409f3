import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { type CivilOffset, civilOffset } from '#lib/local/schedules/civil-offset.ts';
import { type ScheduleRunner, scheduleRunner } from '#lib/local/schedules/runner.ts';
import { parseSchedule } from '#lib/local/schedules/schedule.ts';
import type { ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';

let dir: string;
let clock: CivilOffset;
let runner: ScheduleRunner | undefined;
const warnings: string[] = [];
const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-schedules-'));
  process.env.SVC_CLOCK_FILE = join(dir, 'clock.json');
  clock = civilOffset(process.env.SVC_CLOCK_FILE);
  warnings.length = 0;
});
afterEach(async () => {
  await runner?.close();
  delete process.env.SVC_CLOCK_FILE;
  rmSync(dir, { recursive: true });
});

const make = (schedules: ScheduledTask[], settled: () => Promise<void> = async () => undefined) => {
  runner = scheduleRunner({ schedules, clock, log, settled });
  return runner;
};
const task = (name: string, rate: string, run: ScheduledTask['run']): ScheduledTask => ({
  name,
  schedule: parseSchedule(rate),
  run,
});
const HOUR = 3_600_000;
const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR);

test('an advance runs each due time in order, at that time, and ends exactly where it was told', async () => {
  const seen: string[] = [];
  const start = hourOf(civilNow());
  const record = (name: string) => async () => void seen.push(`${name} +${hourOf(civilNow()) - start}`);
  await make([task('hourly', 'rate(1 hour)', record('a')), task('two', 'rate(2 hours)', record('b'))]).advance(
    3 * 3600,
  );
  // Every scheduled task is asked at each due time; the first line of asking is before the clock moves.
  expect(seen).toEqual(['a +0', 'b +0', 'a +1', 'b +1', 'a +2', 'b +2', 'a +3', 'b +3']);
  expect(clock.offsetMs()).toBe(3 * HOUR);
});

test('time without work is skipped: a scheduled task that names when it next has work is not asked before', async () => {
  const asked: number[] = [];
  const start = Date.now();
  const work = new Date(start + 20 * HOUR + 30_000);
  const run = async () => {
    asked.push(civilNow().getTime());
    return { next_at: civilNow() < work ? work.toISOString() : null };
  };
  await make([task('idle', 'rate(1 minute)', run)]).advance(86_400);
  expect(asked).toHaveLength(2);
  // The first minute at or after the moment that it named.
  expect(asked[1]).toBeGreaterThanOrEqual(work.getTime());
  expect(asked[1]).toBeLessThan(work.getTime() + 61_000);
});

test('what one scheduled task makes due for another is not skipped', async () => {
  let queued = false;
  const done: number[] = [];
  const producer = task('producer', 'rate(1 hour)', async () => {
    queued ||= done.length === 0;
    return undefined;
  });
  const consumer = task('consumer', 'rate(1 hour)', async () => {
    if (queued) done.push(hourOf(civilNow()));
    queued = false;
    return { next_at: null };
  });
  await make([consumer, producer]).advance(2 * 3600);
  expect(done).toHaveLength(1);
});

test('workflows that a scheduled task started have ended before the clock moves on', async () => {
  const events: string[] = [];
  let running = false;
  const start = task('start', 'rate(1 hour)', async () => {
    events.push(running ? 'overtaken' : 'start');
    running = true;
  });
  const settled = async () => {
    await turn();
    if (running) events.push('ended');
    running = false;
  };
  await make([start], settled).advance(2 * 3600);
  expect(events).toEqual(['start', 'ended', 'start', 'ended', 'start', 'ended']);
});

test('a scheduled task that fails is said in the log, and runs again at its next time', async () => {
  let runs = 0;
  const fails = async () => {
    runs += 1;
    throw new Error('no table');
  };
  await make([task('outbox', 'rate(1 hour)', fails)]).advance(3600);
  expect(runs).toBe(2);
  expect(warnings).toEqual(['scheduled task outbox failed: no table', 'scheduled task outbox failed: no table']);
});

test('advances asked for at once happen one after the other', async () => {
  const schedules = make([]);
  await Promise.all([schedules.advance(60), schedules.advance(60), schedules.advance(0)]);
  expect(clock.offsetMs()).toBe(120_000);
});

test('a reset sets the clock back to the real one', async () => {
  const schedules = make([]);
  await schedules.advance(86_400);
  expect(civilNow().getTime()).toBeGreaterThan(Date.now() + 86_000_000);
  await schedules.reset();
  expect(civilNow().getTime()).toBeLessThanOrEqual(Date.now());
});

test('at the start every scheduled task runs once, so that what a killed run left undone does not wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  make([task('outbox', 'rate(1 day)', async () => resolve())]).start();
  await promise;
});

test('work that a scheduled task names for a moment between two of its times is done then', async () => {
  const work = new Date(Date.now() + 100);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    if (civilNow() < work) return { next_at: work.toISOString() };
    resolve();
    return { next_at: null };
  };
  make([task('outbox', 'rate(1 day)', run), task('idle', 'rate(1 day)', async () => ({ next_at: null }))]).start();
  await done;
});

test('so is work that it names for a moment of the real clock, also while the civil clock is ahead', async () => {
  clock.set(30 * 24 * HOUR);
  const work = new Date(Date.now() + 100);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    if (realNow() < work) return { next_at: null, look_at: work.toISOString() };
    resolve();
    return { next_at: null };
  };
  make([task('hosts', 'rate(1 day)', run)]).start();
  await done;
});

test('a move of the civil clock brings no moment of the real one nearer', async () => {
  let asked = 0;
  const run = async () => {
    asked += 1;
    return { next_at: null, look_at: new Date(Date.now() + HOUR).toISOString() };
  };
  const other = task('other', 'rate(1 hour)', async () => undefined);
  await make([task('hosts', 'rate(1 minute)', run), other]).advance(7200);
  // This one reads nothing of the table, so that each round asks it: one before the move, and those of the other.
  expect(asked).toBe(3);
});

test('closing waits for the scheduled task that runs, and starts no other', async () => {
  const seen: string[] = [];
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = async () => {
    begun.resolve();
    await held.promise;
    seen.push('ended');
  };
  const schedules = make([task('slow', 'rate(1 hour)', slow)]);
  const advancing = schedules.advance(10 * 3600);
  await begun.promise;
  const closing = schedules.close().then(() => seen.push('closed'));
  await turn();
  held.resolve();
  await closing;
  expect(seen).toEqual(['ended', 'closed']);
  await advancing;
});

test('the offset is read by the civil clock, and outlives the runner', async () => {
  await make([]).advance(1000);
  expect(civilOffset(join(dir, 'clock.json')).offsetMs()).toBe(1_000_000);
});

test('work that was named for a moment which the clock ran past is done, without a warning of the timer', async () => {
  const said: string[] = [];
  const listen = ({ name }: Error) => void said.push(name);
  process.on('warning', listen);
  let asked = 0;
  const run = async () => {
    asked += 1;
    return { next_at: asked === 1 ? new Date(Date.now() + HOUR).toISOString() : null };
  };
  const runner = make([task('named', 'rate(1 day)', run)]);
  runner.start();
  await runner.advance(30 * 86_400);
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before);
  process.off('warning', listen);
  expect(said).not.toContain('TimeoutNegativeWarning');
});
