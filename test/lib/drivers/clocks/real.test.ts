import { expect, test } from 'vitest';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { elapsed, pause, realNow, withTimeout } from '#lib/drivers/clocks/real.ts';
import { testTime } from '#test/support/vitest/clock.ts';

const late = () => new Error('late');
const never = () => new Promise<never>(() => undefined);

test('both clocks, pauses and time limits are those of the test', async () => {
  const at = new Date('2026-11-27T10:00:00Z');
  const time = testTime(at);
  expect([realNow(), civilNow()]).toEqual([at, at]);
  const from = elapsed();
  await pause(86_400_000);
  expect(elapsed() - from).toBe(86_400_000);
  expect(realNow()).toEqual(new Date('2026-11-28T10:00:00Z'));
  const work = withTimeout(never(), 5_000, late);
  time.advance(4_999);
  const other = withTimeout(Promise.resolve('done'), 1, late);
  expect(await other).toBe('done');
  time.advance(1);
  await expect(work).rejects.toThrow('late');
  expect(time.waited()).toBe(86_400_000);
});

test('after a test the time is that of the computer', async () => {
  const before = Date.now();
  expect(realNow().getTime()).toBeGreaterThanOrEqual(before);
  expect(realNow().getTime()).toBeLessThanOrEqual(Date.now());
  await expect(withTimeout(never(), 1, late)).rejects.toThrow('late');
});
