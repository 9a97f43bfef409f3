import { beforeAll } from 'vitest';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { type Caller, callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { type TestObjects, testObjects } from '#test/support/storage/objects.ts';

/** The object engine, an account, and its calls. */
export let objects: TestObjects;
export let owner: SignedUp;
export let root: Caller;

/** Gives the tests of a file an account beside an object engine. */
export function useBuckets(): void {
  beforeAll(async () => {
    objects = await testObjects();
    owner = await signedUp();
    root = callerOf(owner);
  });
}

/** How many buckets the account's quota says that it has. */
export const used = async (caller: Caller): Promise<number> =>
  (await expectStatus(200, caller(quotas))).quotas.find(({ name }: { name: string }) => name === 'buckets').used;

/** The keys of all items that tell of a bucket. */
export const leftOf = async (name: string) =>
  (await allItems()).filter(({ pk, sk }) => `${pk} ${sk}`.includes(name)).map(({ pk, sk }) => `${pk} ${sk}`);
