import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RestartPace } from '#lib/agent/hosted/restart-pace.ts';

const { signal } = new AbortController();
let waited: number[];
let pace: RestartPace;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  waited = [];
  pace = new RestartPace(async (ms) => void waited.push(ms));
});
afterEach(() => vi.useRealTimers());

const livesFor = async (ms: number) => {
  await pace.beforeStart(signal);
  vi.advanceTimersByTime(ms);
  pace.ended();
};

test('a runtime that ends again and again is started at once, then later and later, and never given up', async () => {
  for (let end = 0; end < 12; end++) await livesFor(500);
  expect(waited).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
});

test('a runtime that ran for a minute is started at once', async () => {
  for (let end = 0; end < 4; end++) await livesFor(500);
  await livesFor(60_000);
  waited = [];
  await livesFor(500);
  expect(waited).toEqual([]);
  await livesFor(500);
  expect(waited).toEqual([1000]);
});

test('a wait ends when the agent does', async () => {
  const closing = new AbortController();
  const real = new RestartPace();
  for (let end = 0; end < 6; end++) real.ended();
  const waiting = real.beforeStart(closing.signal);
  closing.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
