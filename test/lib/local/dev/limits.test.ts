import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Limits, readLimits } from '#lib/local/dev/limits/limits.ts';
import { countingWindows, emptyWindows, windowsAt } from '#lib/local/dev/limits/windows.ts';
import { callDirectly } from '#lib/local/transport/client.ts';
import { defaultLimits } from '#lib/model/platform/quota.ts';
import { clientAt } from '#lib/store/platform/client.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';
import { countRequest } from '#lib/store/requests/rate.ts';
import { testTable } from '#lib/testing/functions/table.ts';

let limits: Limits;
beforeEach(async () => {
  await testTable();
  for (const windows of [countingWindows, emptyWindows]) callDirectly(clientAt(windows), windows, windowsAt);
  vi.stubEnv('SVC_WINDOWS_ENDPOINT', countingWindows);
  vi.stubEnv('SVC_QUOTA_VPCS', '7');
  limits = new Limits();
});
afterEach(() => {
  limits.change({
    rate: 'on',
    quotas: Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, null])),
  });
  vi.unstubAllEnvs();
});

const at = new Date('2026-11-21T04:10:00Z');
const twice = async () => [await countRequest('usr-1', 1, at), await countRequest('usr-1', 1, at)];
const limitOf = async (name: string) => (await readQuotas('000000000001')).find((quota) => quota.name === name)?.limit;

test('rate windows are off while that is wanted, and count again afterwards', async () => {
  limits.change({ rate: 'off' });
  expect(await twice()).toEqual([1, 1]);
  expect(limits.show().rate).toBe('off');
  limits.change({ rate: 'on' });
  expect(await twice()).toEqual([0, -1]);
});

test('each second and each principal has a window, and the second before counts on for what comes late', async () => {
  const after = (seconds: number) => new Date(at.getTime() + 10_000 + seconds * 1000);
  const left = (who: string, seconds: number) => countRequest(who, 10, after(seconds));
  expect([await left('a', 0), await left('a', 0), await left('b', 0), await left('a', 0.9)]).toEqual([9, 8, 9, 7]);
  expect([await left('a', 1), await left('a', 0)]).toEqual([9, 6]);
  // What is older is forgotten, so that the memory does not grow.
  expect([await left('a', 2), await left('a', 0)]).toEqual([9, 9]);
});

test('a quota has the limit that was named, until it has the one of the start again', async () => {
  limits.change({ quotas: { instances: 500, vpcs: 0 } });
  expect([await limitOf('instances'), await limitOf('vpcs'), await limitOf('asgs')]).toEqual([500, 0, 5]);
  expect(limits.show()).toMatchObject({ rate: 'on', quotas: { instances: 500, vpcs: 0, asgs: 5 } });
  limits.change({ quotas: { instances: null, vpcs: null } });
  expect([await limitOf('instances'), await limitOf('vpcs')]).toEqual([20, 7]);
});

test('all limits are lifted together', async () => {
  limits.lift();
  expect(limits.show().rate).toBe('off');
  expect(new Set(Object.values(limits.show().quotas))).toEqual(new Set([1_000_000]));
  expect(await limitOf('volume_gib')).toBe(1_000_000);
});

const names = Object.keys(defaultLimits).join(', ');
test.each([
  [{}, 'body: must have rate, quotas or both'],
  [{ rate: 'maybe' }, 'rate: "maybe" must be on or off'],
  [{ windows: 'off' }, 'unknown field "windows" (allowed: rate, quotas)'],
  [{ quotas: [] }, 'quotas: must be an object of limits by their names'],
  [{ quotas: { machines: 3 } }, `quotas: unknown field "machines" (allowed: ${names})`],
  [{ quotas: { toString: 3 } }, `quotas: unknown field "toString" (allowed: ${names})`],
  [{ quotas: { vpcs: -1 } }, 'quotas.vpcs: -1 must be an integer from 0 to 1000000000, or null'],
  [{ quotas: { vpcs: '5' } }, 'quotas.vpcs: "5" must be an integer from 0 to 1000000000, or null'],
])('%j is refused', (body, message) => {
  expect(() => readLimits(body)).toThrow(message);
});
