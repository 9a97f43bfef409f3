import { beforeEach, describe, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as showGroup } from '#functions/auth/groups/show.ts';
import { handler as create } from '#functions/auth/iam-users/create.ts';
import { handler as remove } from '#functions/auth/iam-users/delete.ts';
import { handler as show } from '#functions/auth/iam-users/show.ts';
import { handler as update } from '#functions/auth/iam-users/update.ts';
import { handler as showPolicy } from '#functions/auth/policies/show.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import {
  type Caller,
  callerOf,
  expectStatus,
  newIamCaller,
  newName,
  newPolicy,
  refusal,
} from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
});

describe('a deletion', () => {
  let alice: Awaited<ReturnType<typeof newIamCaller>>;
  let policy: string;
  beforeEach(async () => {
    policy = await newPolicy(owner);
    await expectStatus(201, root(createGroup, { body: { name: 'ops', policy_ids: [policy] } }));
    alice = await newIamCaller(owner, { groups: ['ops'], policy_ids: [policy, 'ReadOnlyAccess'] });
  });

  test('takes keys, memberships and attachments along, and leaves the policy', async () => {
    const params = { username: alice.username };
    await expectStatus(201, root(createKey, { params }));
    const reply = await root(remove, { params });
    expect([reply.status, reply.body]).toEqual([
      200,
      { username: alice.username, deleted: true, deleted_access_keys: 2, detached_policies: 2 },
    ]);
    expect((await root(show, { params })).status).toBe(404);
    expect((await root(showGroup, { params: { name: 'ops' } })).body.members).toEqual([]);
    expect((await root(showPolicy, { params: { id: policy } })).body.attachment_count).toBe(1);
    expect(await get(keys.accessKey(alice.access_key_id))).toBeUndefined();
    expect(await get(keys.quota(owner.account_id, 'iam_users'))).toMatchObject({ used: 0 });
  });

  test('kills outstanding tokens at once, also when the name is given again', async () => {
    expect((await alice.call(me)).status).toBe(200);
    await expectStatus(200, root(remove, { params: { username: alice.username } }));
    expect((await alice.call(me)).status).toBe(401);
    await expectStatus(201, root(create, { body: { username: alice.username } }));
    expect((await alice.call(me)).status).toBe(401);
  });

  test('is nothing that one does to oneself', async () => {
    const admin = await newIamCaller(owner, { policy_ids: ['IAMFullAccess'] });
    const reply = await admin.call(remove, { params: { username: admin.username } });
    expect(refusal(reply)).toEqual([409, 'protected', `user ${admin.username}: you cannot delete yourself`]);
    await expectStatus(200, admin.call(remove, { params: { username: alice.username } }));
  });

  test('happens once of five at the same time', async () => {
    const params = { username: alice.username };
    const replies = await Promise.all(Array.from({ length: 5 }, () => root(remove, { params })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('a name in another case', () => {
  test('is nobody: what a policy denies by name stays denied', async () => {
    const username = newName('prod');
    await expectStatus(201, root(create, { body: { username } }));
    const params = { username: username.toUpperCase() };
    for (const handler of [show, remove, createKey]) {
      expect(refusal(await root(handler, { params }))).toEqual([404, 'not_found', `user ${params.username} not found`]);
    }
    expect((await root(update, { params, body: { description: 'x' } })).status).toBe(404);
  });
});
