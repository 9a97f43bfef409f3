import { beforeAll, expect, test } from 'vitest';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer } from '#test/support/accounts/teams.ts';
import { followed, happens, lastEvent, pausesOfReplies } from '#test/support/http/held-replies.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* A caller has the platform hold replies, each of which is a function that runs, until it has no function left. */

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
  owner = await verified();
});

const mayFollow = [{ Effect: 'Allow' as const, Action: 'audit:ListActivity', Resource: '*' }];

/** Has callers ask at once; answers how many replies each waits for, and of all what the rest were granted. */
async function flood(bearers: readonly string[], each: number) {
  const after = await lastEvent(owner.bearer);
  const pauses = pausesOfReplies();
  const [granted, open] = [[] as string[], bearers.map(() => each)];
  const asked = bearers.flatMap((bearer, at) =>
    Array.from({ length: each }, async () => {
      const { status, headers } = await followed(bearer, after);
      granted.push(`${status} ${headers['preference-applied']}`);
      open[at] = (open[at] ?? 0) - 1;
    }),
  );
  // Every request is answered or held.
  await eventually(() => granted.length + pauses.lengths.length >= asked.length, {
    seen: () => ({ granted, held: pauses.lengths.length }),
  });
  const [atOnce, held] = [[...granted], [...open]];
  await happens(owner.bearer);
  pauses.end();
  await Promise.all(asked);
  return { atOnce, held, later: granted.slice(atOnce.length) };
}

test('one caller holds ten functions, however often it asks at the same time', async () => {
  const { atOnce, held, later } = await flood([owner.bearer], 30);
  expect(held).toEqual([10]);
  expect(atOnce).toEqual(Array(20).fill('200 wait=0'));
  expect(later).toEqual(Array(10).fill('200 wait=20'));
});

test('all callers of an account hold twenty, each of them ten', async () => {
  const users = await Promise.all([1, 2].map(() => iamBearer(owner.account_id, mayFollow)));
  const { atOnce, held, later } = await flood([owner.bearer, ...users.map(({ bearer }) => bearer)], 12);
  expect(held.reduce((sum, one) => sum + one)).toBe(20);
  expect(Math.max(...held)).toBeLessThanOrEqual(10);
  expect(atOnce).toEqual(Array(16).fill('200 wait=0'));
  expect(later).toEqual(Array(20).fill('200 wait=20'));
});

test('two callers of an account hold ten each', async () => {
  const { bearer } = await iamBearer(owner.account_id, mayFollow);
  expect((await flood([owner.bearer, bearer], 12)).held).toEqual([10, 10]);
});
