import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as create } from '#functions/auth/policies/create.ts';
import { handler as list } from '#functions/auth/policies/list.ts';
import { managedById } from '#lib/model/identity/managed-ids.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, documentOf, everyPage, expectStatus } from '#test/support/accounts/iam.ts';

const managed = managedById.map(({ name }) => name);
const custom = ['Zebra', 'Adder', 'Mole'];
const all = [...managed, ...custom];

const sorts: Record<string, string[]> = { created_at: all, '-created_at': all.toReversed(), name: all.toSorted() };

let root: Caller;
beforeAll(async () => {
  root = callerOf(await verified());
  for (const name of custom) await expectStatus(201, root(create, { body: { name, document: documentOf({}) } }));
  await expectStatus(201, root(createUser, { body: { username: 'a', policy_ids: ['IAMFullAccess'] } }));
});

const names = async (query: Record<string, string>) =>
  (await everyPage(root, list, 'policies', query)).map(({ name }: Policy) => name);

describe.each(Object.entries(sorts))('in the order of %s', (sort, wanted) => {
  test.each(['2', '5', '200'])('managed and custom policies stand together in pages of %s', async (limit) => {
    expect(await names({ sort, limit })).toEqual(wanted);
  });
});

test('each says how often it is attached', async () => {
  const attached = (await everyPage(root, list, 'policies', {})).filter(
    (policy: Policy) => policy.attachment_count > 0,
  );
  expect(attached.map(({ name, attachment_count }: Policy) => [name, attachment_count])).toEqual([
    ['IAMFullAccess', 1],
  ]);
});

test.each([
  [{ type: 'custom' }, custom.toReversed()],
  [{ type: 'managed' }, managed.toReversed()],
  [{ type: 'managed,custom', name: 'Mole,ReadOnlyAccess' }, ['Mole', 'ReadOnlyAccess']],
  [{ name: 'nothing' }, []],
])('filtered by %j', async (filter, wanted) => {
  expect(await names(filter)).toEqual(wanted);
});

test('a cursor counts for the filters and the order that it came with', async () => {
  const { next_cursor: cursor } = await expectStatus(200, root(list, { query: { limit: '1' } }));
  for (const query of [{ type: 'custom' }, { sort: 'name' }]) {
    expect((await root(list, { query: { ...query, cursor } })).headers['x-error-code']).toBe('invalid_cursor');
  }
});
