import { beforeAll, expect, test } from 'vitest';
import { handler as addUser } from '#functions/auth/groups/add-user.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as deleteGroup } from '#functions/auth/groups/delete.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as showUser } from '#functions/auth/iam-users/show.ts';
import { handler as deletePolicy } from '#functions/auth/policies/delete.ts';
import type { Handler } from '#lib/edge/route.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned } from '#test/support/accounts/banned.ts';
import { callerOf, expectStatus, newName, newPolicy, refusal } from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let bound: Banned;
beforeAll(async () => {
  owner = await verified();
  bound = await banned(owner);
});

const root = (handler: Handler, request: Omit<Call, 'bearer'>) => callerOf(owner)(handler, request);
const iam = (resource: string) => srn('iam', owner.account_id, resource);

async function userIn(groups: string[], policy_ids: string[] = []): Promise<string> {
  const username = newName();
  await expectStatus(201, root(createUser, { body: { username, groups, policy_ids } }));
  return username;
}

async function newGroup(policy_ids: string[] = []): Promise<string> {
  const name = newName('group');
  await expectStatus(201, root(createGroup, { body: { name, policy_ids } }));
  return name;
}

test('who may not touch a group cannot delete its members, nor who may not touch a user the groups they are in', async () => {
  const group = await newGroup();
  const username = await userIn([group]);
  for (const action of ['iam:DeleteUser', 'iam:GetGroup', 'iam:RemoveUserFromGroup']) {
    const name = await bound.deny(action, `group/${group}`);
    expect(refusal(await bound.call(deleteUser, { params: { username } }))).toEqual(bound.denied(action, name));
  }
  const name = await bound.deny('iam:GetUser', `user/${username}`);
  expect(refusal(await bound.call(deleteGroup, { params: { name: group } }))).toEqual(
    bound.denied('iam:GetUser', name),
  );
  await bound.deny('iam:*', 'group/another');
  await expectStatus(200, bound.call(deleteUser, { params: { username } }));
});

test('who may not touch a policy’s holders, or the policy, cannot end the attachment by a deletion', async () => {
  const policy = await newPolicy(owner);
  const group = await newGroup([policy]);
  const username = await userIn([], [policy]);
  const refused: [string, string, Handler, Record<string, string>][] = [
    ['iam:GetPolicy', `policy/${policy}`, deleteUser, { username }],
    ['iam:GetPolicy', `policy/${policy}`, deleteGroup, { name: group }],
    ['iam:DetachUserPolicy', `user/${username}`, deletePolicy, { id: policy }],
    ['iam:GetGroup', `group/${group}`, deletePolicy, { id: policy }],
  ];
  for (const [action, resource, handler, params] of refused) {
    const name = await bound.deny(action, resource);
    const query: Record<string, string> = handler === deletePolicy ? { detach: 'true' } : {};
    expect(refusal(await bound.call(handler, { params, query }))).toEqual(bound.denied(action, name));
  }
  await bound.deny('iam:GetPolicy', 'policy/another');
  await expectStatus(200, bound.call(deletePolicy, { params: { id: policy }, query: { detach: 'true' } }));
});

test('a user or group is not made with what could not be given to it afterwards', async () => {
  const group = await newGroup();
  const username = newName();
  await bound.deny('iam:AddUserToGroup', `group/${group}`);
  const member = await bound.call(createUser, { body: { username, groups: [group] } });
  expect(refusal(member)).toEqual(bound.denied('iam:AddUserToGroup', iam(`group/${group}`)));
  await bound.deny('iam:AttachUserPolicy', 'user/*');
  const full = await bound.call(createUser, { body: { username, policy_ids: ['ReadOnlyAccess'] } });
  expect(refusal(full)).toEqual(bound.denied('iam:AttachUserPolicy', iam(`user/${username}`)));
  await expectStatus(201, bound.call(createUser, { body: { username } }));
  await bound.deny('iam:AttachGroupPolicy', 'group/*');
  const name = newName('group');
  const granting = await bound.call(createGroup, { body: { name, policy_ids: ['ReadOnlyAccess'] } });
  expect(refusal(granting)).toEqual(bound.denied('iam:AttachGroupPolicy', iam(`group/${name}`)));
  await expectStatus(201, bound.call(createGroup, { body: { name } }));
});

test('conditions ask about the tags of the user that is named, and of the one that is made', async () => {
  const group = await newGroup();
  const condition = { StringEquals: { 'svc:Tag/team': 'core' } };
  const make = async (team: string) => {
    const username = newName();
    await expectStatus(201, root(createUser, { body: { username, tags: { team } } }));
    return username;
  };
  const [core, guest] = [await make('core'), await make('guest')];
  const name = iam(`user/${core}`);
  await bound.deny('iam:GetUser', 'user/*', condition);
  const add = (username: string) => bound.call(addUser, { params: { name: group, username } });
  expect(refusal(await add(core))).toEqual(bound.denied('iam:GetUser', name));
  await expectStatus(200, add(guest));
  expect(refusal(await bound.call(showUser, { params: { username: core } }))).toEqual(
    bound.denied('iam:GetUser', name),
  );
  await expectStatus(200, bound.call(showUser, { params: { username: guest } }));
  expect((await add('nobody')).status).toBe(404);
  const body = { username: newName(), tags: { team: 'core' } };
  const made = await bound.call(createUser, { body });
  expect(refusal(made)).toEqual(bound.denied('iam:GetUser', iam(`user/${body.username}`)));
  await expectStatus(201, bound.call(createUser, { body: { ...body, tags: { team: 'guest' } } }));
});
