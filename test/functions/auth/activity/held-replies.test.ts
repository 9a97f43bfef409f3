import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { computer, useTime } from '#lib/drivers/clocks/real.ts';
import { keys } from '#lib/store/keys.ts';
import { get, type Item } from '#lib/store/platform/read.ts';
import { claimLease } from '#lib/store/requests/held-replies.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { followed, happens, lastEvent, pausesOfReplies } from '#test/support/http/held-replies.ts';
import { testTime } from '#test/support/vitest/clock.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let owner: SignedUp;
let after: string;
beforeAll(async () => {
  await signedUp();
});
beforeEach(async () => {
  owner = await verified();
  after = await lastEvent(owner.bearer);
});

const leases = async (): Promise<string[]> => {
  const { pk: _, sk: __, ttl: ___, ...sets } = (await get<Item>(keys.heldReplies(owner.account_id))) ?? {};
  return Object.keys(sets).flatMap((name) => [...(sets[name] as Set<string>)]);
};

/** Leaves leases as functions that crash at this moment do. */
const crashed = (principal: string, count: number, at = new Date()) =>
  Promise.all(
    Array.from({ length: count }, (_, no) => claimLease({ account_id: owner.account_id, id: principal }, `${no}`, at)),
  );

const grantedTo = async (bearer: string) => (await followed(bearer, after)).headers['preference-applied'];

test('a held reply has a lease while it is held, and gives it back', async () => {
  const pauses = pausesOfReplies();
  const reply = followed(owner.bearer, after);
  await eventually(() => pauses.lengths.length > 0);
  expect(await leases()).toHaveLength(2);
  await happens(owner.bearer);
  pauses.end();
  expect((await reply).headers['preference-applied']).toBe('wait=20');
  expect(await leases()).toEqual([]);
});

test('so does one whose work fails', async () => {
  useTime({ ...computer, pause: () => Promise.reject(new Error('the process is tired')) });
  onTestFinished(() => useTime());
  expect((await followed(owner.bearer, after)).status).toBe(500);
  expect(await leases()).toEqual([]);
});

test('one that is answered without a wait takes none, and is granted what it asked for', async () => {
  await happens(owner.bearer);
  await crashed(owner.user.id, 10);
  expect(await grantedTo(owner.bearer)).toBe('wait=20');
});

test('the leases of functions that crashed are void after thirty seconds', async () => {
  const began = new Date();
  await crashed(owner.user.id, 10, began);
  await crashed('usr-other', 10, began);
  expect(await leases()).toHaveLength(40);
  vi.useFakeTimers({ toFake: ['Date'], now: began.getTime() + 29_999 });
  try {
    expect(await grantedTo(owner.bearer)).toBe('wait=0');
    expect(await leases()).toHaveLength(40);
    vi.setSystemTime(began.getTime() + 30_000);
    const pauses = pausesOfReplies();
    const reply = followed(owner.bearer, after);
    await eventually(() => pauses.lengths.length > 0);
    expect(await leases()).toHaveLength(2);
    await happens(owner.bearer);
    pauses.end();
    expect((await reply).headers['preference-applied']).toBe('wait=20');
  } finally {
    vi.useRealTimers();
  }
});

test('the looks behind a wait are 0.2 s apart, then twice as long each time up to 2 s, and end with it', async () => {
  const time = testTime();
  const lengths: number[] = [];
  const pause = (milliseconds: number) => {
    lengths.push(milliseconds);
    return time.pause(milliseconds);
  };
  useTime({ ...time, pause });
  const { body, headers } = await followed(owner.bearer, after);
  expect([body.events, headers['preference-applied']]).toEqual([[], 'wait=20']);
  expect(lengths).toEqual([200, 400, 800, 1600, ...Array(8).fill(2000), 1000]);
});
