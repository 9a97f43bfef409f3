import { beforeEach, describe, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as showGroup } from '#functions/auth/groups/show.ts';
import { handler as attach } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as showUser } from '#functions/auth/iam-users/show.ts';
import { handler as remove } from '#functions/auth/policies/delete.ts';
import { handler as show } from '#functions/auth/policies/show.ts';
import { createIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { countAttachment } from '#lib/store/identity/policies.ts';
import { transact } from '#lib/store/platform/write.ts';
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

describe('a deletion', () => {
  let id: string;
  beforeEach(async () => {
    id = await newPolicy(owner);
    await expectStatus(201, root(createUser, { body: { username: 'alice', policy_ids: [id] } }));
    await expectStatus(201, root(createGroup, { body: { name: 'ops', policy_ids: [id, 'ReadOnlyAccess'] } }));
  });

  test('is refused with whom it is attached to, and detaches when told to', async () => {
    const reply = await root(remove, { params: { id } });
    expect(refusal(reply)).toEqual([409, 'in_use', 'attached to user alice, group ops']);
    const detached = await root(remove, { params: { id }, query: { detach: 'true' } });
    expect([detached.status, detached.body]).toEqual([200, { id, deleted: true }]);
    expect((await root(showUser, { params: { username: 'alice' } })).body.policies).toEqual([]);
    expect((await root(showGroup, { params: { name: 'ops' } })).body.policies).toHaveLength(1);
    expect((await root(show, { params: { id } })).status).toBe(404);
  });

  test('beside an attachment either finds it or keeps it from happening', async () => {
    const free = await newPolicy(owner);
    const params = { username: 'alice', policy_id: free };
    const [attached, deleted] = await Promise.all([root(attach, { params }), root(remove, { params: { id: free } })]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([attached.status, deleted.status]);
    const { policies } = (await root(showUser, { params: { username: 'alice' } })).body;
    expect(policies.includes(free)).toBe(attached.status === 200);
  });

  test('from more than one transaction holds detaches them all', async () => {
    const made: IamUserRecord[] = [];
    for (let i = 0; i < 3; i++) made.push(await iamUser(owner.account_id, { policies: [id] }));
    const [first] = made;
    const more = Array.from({ length: 140 }, (_, i) => ({ ...first!, id: `usr-${i}`, username: `more-${i}` }));
    for (let at = 0; at < more.length; at += 70) {
      await transact(more.slice(at, at + 70).map((user) => createIamUser(user, () => new Error('taken'))));
    }
    await transact([countAttachment(owner.account_id, id, made.length + more.length)]);
    const named = await root(remove, { params: { id } });
    expect(named.body.error).toMatch(/ and 125 more$/);
    await expectStatus(200, root(remove, { params: { id }, query: { detach: 'true' } }));
    for (const username of ['alice', 'more-0', 'more-139']) {
      expect((await root(showUser, { params: { username } })).body.policies).toEqual([]);
    }
  });
});
