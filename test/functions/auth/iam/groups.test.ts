import { beforeEach, describe, expect, test } from 'vitest';
import { handler as add } from '#functions/auth/groups/add-user.ts';
import { handler as create } from '#functions/auth/groups/create.ts';
import { handler as remove } from '#functions/auth/groups/delete.ts';
import { handler as list } from '#functions/auth/groups/list.ts';
import { handler as leave } from '#functions/auth/groups/remove-user.ts';
import { handler as show } from '#functions/auth/groups/show.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as showUser } from '#functions/auth/iam-users/show.ts';
import { handler as showPolicy } from '#functions/auth/policies/show.ts';
import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newPolicy, refusal } from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
});

const newGroup = (body: object) => expectStatus(201, root(create, { body }));
const newUser = (username: string, more = {}) => expectStatus(201, root(createUser, { body: { username, ...more } }));

describe('a group', () => {
  test('is answered with every field, and found by its name', async () => {
    const id = await newPolicy(owner);
    const reply = await root(create, { body: { name: 'Ops.1', description: 'on call', policy_ids: [id, id] } });
    expect([reply.status, reply.headers.etag]).toEqual([201, '"v1"']);
    expect(reply.body).toEqual({
      id: 'Ops.1',
      account_id: owner.account_id,
      name: 'Ops.1',
      description: 'on call',
      members: [],
      policies: [id],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await root(show, { params: { name: 'Ops.1' } })).body).toEqual(reply.body);
    expect((await root(show, { params: { name: 'ops.1' } })).status).toBe(404);
    expect((await root(showPolicy, { params: { id } })).body.attachment_count).toBe(1);
  });

  test('is refused under a taken name, with an unknown policy, with too many, and over quota', async () => {
    await newGroup({ name: 'ops' });
    expect(refusal(await root(create, { body: { name: 'OPS' } }))).toEqual([
      409,
      'already_exists',
      'name: group "ops" already exists',
    ]);
    const unknown = await root(create, { body: { name: 'dev', policy_ids: ['pol-none'] } });
    expect(refusal(unknown)).toEqual([404, 'not_found', 'policy pol-none not found']);
    const policy_ids = Array.from({ length: 11 }, (_, i) => `pol-${i}`);
    expect((await root(create, { body: { name: 'dev', policy_ids } })).status).toBe(403);
    process.env.SVC_QUOTA_GROUPS = '1';
    try {
      expect(refusal(await root(create, { body: { name: 'dev' } })).slice(0, 2)).toEqual([403, 'quota_exceeded']);
    } finally {
      delete process.env.SVC_QUOTA_GROUPS;
    }
  });

  test('is listed by age or name', async () => {
    for (const name of ['b', 'a', 'C']) await newGroup({ name });
    const names = async (query: Record<string, string>) =>
      (await expectStatus(200, root(list, { query }))).groups.map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['C', 'a', 'b']);
    expect(await names({ sort: 'name' })).toEqual(['a', 'b', 'C']);
    expect(await names({ name: 'a,C' })).toEqual(['C', 'a']);
  });
});

describe('a membership', () => {
  const params = { name: 'ops', username: 'alice' };
  beforeEach(async () => {
    await newGroup({ name: 'ops' });
    await newUser('alice');
  });

  test('stands in the group and in the user, however often it is begun, until it ends', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => root(add, { params })));
    expect(begun.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([200, { ...params, member: true }]));
    expect((await root(show, { params: { name: 'ops' } })).body.members).toEqual(['alice']);
    expect((await root(showUser, { params: { username: 'alice' } })).body.groups).toEqual(['ops']);
    expect(await expectStatus(200, root(leave, { params }))).toEqual({ ...params, member: false, deleted: true });
    expect((await root(showUser, { params: { username: 'alice' } })).body.groups).toEqual([]);
    const again = await root(leave, { params });
    expect(refusal(again)).toEqual([404, 'not_found', 'user alice is not a member of group ops']);
  });

  test('is of those who are there, under the name as it is written', async () => {
    for (const [name, username, noun] of [
      ['dev', 'alice', 'group dev'],
      ['ops', 'bob', 'user bob'],
      ['OPS', 'alice', 'group OPS'],
      ['ops', 'ALICE', 'user ALICE'],
    ] as const) {
      expect(refusal(await root(add, { params: { name, username } }))).toEqual([404, 'not_found', `${noun} not found`]);
    }
  });

  test('is one of twenty at most', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `group-${i}`);
    await transact([update(keys.iamUser(owner.account_id, 'alice'), { add: { groups: new Set(names) } })]);
    const reply = await root(add, { params });
    expect(refusal(reply)).toEqual([403, 'quota_exceeded', 'user alice is in 20 of 20 groups']);
  });

  test('of twenty users begun at once misses nobody', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => iamUser(owner.account_id)));
    const replies = await Promise.all(users.map(({ username }) => root(add, { params: { name: 'ops', username } })));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await root(show, { params: { name: 'ops' } })).body.members).toEqual(
      users.map(({ username }) => username).sort(),
    );
  });
});

describe('a deletion', () => {
  test('ends memberships and attachments; the users stay', async () => {
    const id = await newPolicy(owner);
    await newGroup({ name: 'ops', policy_ids: [id, 'ReadOnlyAccess'] });
    await newUser('alice', { groups: ['ops'] });
    const reply = await root(remove, { params: { name: 'ops' } });
    expect([reply.status, reply.body]).toEqual([200, { name: 'ops', deleted: true }]);
    expect((await root(showUser, { params: { username: 'alice' } })).body.groups).toEqual([]);
    for (const policy of [id, managedPolicy('ReadOnlyAccess')!.id]) {
      expect((await root(showPolicy, { params: { id: policy } })).body.attachment_count).toBe(0);
    }
    expect((await root(remove, { params: { name: 'ops' } })).status).toBe(404);
    expect(await get(keys.quota(owner.account_id, 'groups'))).toMatchObject({ used: 0 });
  });

  test('of a group with more members than one transaction holds leaves none of them in it', async () => {
    await newGroup({ name: 'ops' });
    const users = await Promise.all(
      Array.from({ length: 130 }, () => iamUser(owner.account_id, { groups: ['ops'], password_hash: null })),
    );
    const members = new Set(users.map(({ username }) => username));
    await transact([update(keys.group(owner.account_id, 'ops'), { add: { members } })]);
    await expectStatus(200, root(remove, { params: { name: 'ops' } }));
    for (const { username } of [users[0]!, users[64]!, users[129]!]) {
      expect((await root(showUser, { params: { username } })).body.groups).toEqual([]);
    }
  });
});
