import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  choosePublicAddress,
  claimPublicAddress,
  freePublicAddress,
  type PublicAddress,
} from '#lib/domain/compute/public-addresses/pool.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';

beforeEach(() => testTable());
afterEach(() => vi.useRealTimers());

/** Six addresses. */
const small = { address_pool: '127.9.9.0/29', reserved_addresses: [] as string[] };
const six = [1, 2, 3, 4, 5, 6].map((last) => `127.9.9.${last}`);

let names = 0;

/** What a verb does: chooses and claims, again as long as others are faster. */
function take(hosts: readonly (typeof small)[] = [small], name = `eip-${++names}`): Promise<PublicAddress> {
  let attempt = 0;
  return retryOnConflict(async () => {
    const place = await choosePublicAddress(hosts, ++attempt);
    await transact([claimPublicAddress(place, { account_id: '100000000001', resource_id: name })]);
    return place;
  });
}

const empty = { code: 'capacity_exhausted', status: 409, message: 'no addresses left in the pool', retryAfter: 60 };

test('everybody gets an address of their own, and whoever comes too late gets none', async () => {
  const taken: string[] = [];
  for (const _ of six) taken.push((await take()).address);
  expect(taken.toSorted()).toEqual(six);
  await expect(take()).rejects.toMatchObject(empty);
});

test('the last address goes to one of those who want it at once', async () => {
  for (const _ of six.slice(1)) await take();
  const outcomes = await Promise.allSettled([take(), take(), take(), take()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(empty);
});

test('a released address rests for a minute of the real clock', async () => {
  for (const _ of six.slice(1)) await take();
  const place = await take([small], 'eip-mine');
  await transact([freePublicAddress(place, 'eip-mine')]);
  await expect(take()).rejects.toMatchObject(empty);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 });
  await expect(take()).rejects.toMatchObject(empty);
  vi.setSystemTime(Date.now() + 1_001);
  expect(await take()).toEqual(place);
});

test('only its owner gives an address back', async () => {
  const place = await take([small], 'eip-mine');
  await expect(transact([freePublicAddress(place, 'eip-other')])).rejects.toThrow('an input changed meanwhile');
});

test('what others listen on is not given away, and pools are used one after another', async () => {
  const busy = { ...small, reserved_addresses: six.slice(0, 5) };
  const next = { address_pool: '127.9.10.0/30', reserved_addresses: [] };
  const taken = [await take([busy, next]), await take([busy, next]), await take([busy, next])];
  expect(taken.map(({ address }) => address).toSorted()).toEqual(['127.9.10.1', '127.9.10.2', '127.9.9.6']);
  await expect(take([busy, next])).rejects.toMatchObject(empty);
});

test('without a host that offers addresses there are none', async () => {
  await expect(take([])).rejects.toMatchObject(empty);
  await expect(choosePublicAddress([{ address_pool: null, reserved_addresses: [] }], 1)).rejects.toMatchObject(empty);
});
