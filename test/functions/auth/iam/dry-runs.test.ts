import { beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as deleteGroup } from '#functions/auth/groups/delete.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as deletePolicy } from '#functions/auth/policies/delete.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newName, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { state } from '#test/support/table/state.ts';

const dry = { dry_run: 'true' };
const free = { dry_run: true, price_delta_paise_per_hour: 0, price_delta_paise_per_month: 0 };

let root: Caller;
let policy: string;
const group = newName('group');
const username = newName();
let key: string;
beforeAll(async () => {
  const owner = await verified();
  root = callerOf(owner);
  policy = await newPolicy(owner);
  await expectStatus(201, root(createGroup, { body: { name: group, policy_ids: [policy] } }));
  await expectStatus(201, root(createUser, { body: { username, groups: [group], policy_ids: [policy] } }));
  key = (await expectStatus(201, root(createKey, { params: { username } }))).access_key_id;
});

test('dry runs of deletions tell what goes with a user, a group and a policy, and change nothing', async () => {
  const before = await state();
  expect((await root(deleteUser, { params: { username }, query: dry })).body).toEqual({
    ...free,
    would: `delete user ${username}`,
    cascade: [
      { type: 'access_key', id: key, effect: 'deleted' },
      { type: 'group', id: group, effect: 'member removed' },
      { type: 'policy', id: policy, effect: 'detached' },
    ],
  });
  expect((await root(deleteGroup, { params: { name: group }, query: dry })).body).toEqual({
    ...free,
    would: `delete group ${group}`,
    cascade: [
      { type: 'user', id: username, effect: 'removed from the group' },
      { type: 'policy', id: policy, effect: 'detached' },
    ],
  });
  expect((await root(deletePolicy, { params: { id: policy }, query: { ...dry, detach: 'true' } })).body).toEqual({
    ...free,
    would: `delete policy ${policy}`,
    cascade: [
      { type: 'user', id: username, effect: 'policy detached' },
      { type: 'group', id: group, effect: 'policy detached' },
    ],
  });
  const refused = await root(deletePolicy, { params: { id: policy }, query: dry });
  expect(refusal(refused)).toEqual([409, 'in_use', `attached to user ${username}, group ${group}`]);
  expect(await state()).toEqual(before);
});
