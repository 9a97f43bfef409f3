import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as addUser } from '#functions/auth/groups/add-user.ts';
import { handler as attachGroup } from '#functions/auth/groups/attach-policy.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as removeUser } from '#functions/auth/groups/remove-user.ts';
import { handler as attachUser } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as detachUser } from '#functions/auth/iam-users/detach-policy.ts';
import { handler as createPolicy } from '#functions/auth/policies/create.ts';
import { handler as deletePolicy } from '#functions/auth/policies/delete.ts';
import { handler as updatePolicy } from '#functions/auth/policies/update.ts';
import { handler as listHosts } from '#functions/platform/list-hosts.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import {
  callerOf,
  documentOf,
  expectStatus,
  type IamCaller,
  newIamCaller,
  newName,
  newPolicy,
  refusal,
} from '#test/support/accounts/iam.ts';
import { newOperator, onLaptop } from '#test/support/accounts/operators.ts';

/* Who may write and attach policies with actions of operators (contract 4.13). */

let owner: SignedUp;
let admin: IamCaller;
let policy: string;
let group: string;
let refused: [number, string, string];

const operating = documentOf({ Action: 'platform:ListHosts' });

beforeAll(async () => {
  owner = await newOperator();
  admin = await newIamCaller(owner, { policy_ids: ['AdministratorAccess'] });
  policy = await newPolicy(owner, { Action: 'platform:ListHosts' });
  const root = callerOf(owner);
  group = newName('operators');
  await expectStatus(201, root(createGroup, { body: { name: group, policy_ids: [policy] } }));
  refused = [
    403,
    'access_denied',
    `user ${admin.username} is not the root user; only the root user may change policies with platform:`,
  ];
});
beforeEach(() => onLaptop());

test('an administrator of the account writes none', async () => {
  const plain = await newPolicy(owner, { Action: 'compute:*' });
  const create = admin.call(createPolicy, { body: { name: newName('policy'), document: operating } });
  expect(refusal(await create)).toEqual(refused);
  const deny = documentOf({ Effect: 'Deny', Action: ['compute:*', 'platform:*'] });
  const replies = [
    admin.call(createPolicy, { body: { name: newName('policy'), document: deny } }),
    admin.call(updatePolicy, { params: { id: plain }, body: { document: operating } }),
    admin.call(updatePolicy, { params: { id: policy }, body: { document: documentOf({ Action: 'compute:*' }) } }),
    admin.call(deletePolicy, { params: { id: policy }, query: { detach: 'true' } }),
  ];
  for (const reply of replies) expect(refusal(await reply)).toEqual(refused);
});

test('an administrator attaches and detaches none, by whatever way', async () => {
  const username = newName();
  await expectStatus(201, callerOf(owner)(createUser, { body: { username } }));
  const bound = newName('bound');
  await expectStatus(
    201,
    callerOf(owner)(createUser, { body: { username: bound, policy_ids: [policy], groups: [group] } }),
  );
  const replies = [
    admin.call(attachUser, { params: { username, policy_id: policy } }),
    admin.call(detachUser, { params: { username: bound, policy_id: policy } }),
    admin.call(createUser, { body: { username: newName(), policy_ids: [policy] } }),
    admin.call(createUser, { body: { username: newName(), groups: [group] } }),
    admin.call(createGroup, { body: { name: newName('group'), policy_ids: [policy] } }),
    admin.call(addUser, { params: { name: group, username: admin.username } }),
    admin.call(removeUser, { params: { name: group, username: bound } }),
  ];
  for (const reply of replies) expect(refusal(await reply)).toEqual(refused);
  const mine = newName('group');
  await expectStatus(201, admin.call(createGroup, { body: { name: mine } }));
  expect(refusal(await admin.call(attachGroup, { params: { name: mine, policy_id: policy } }))).toEqual(refused);
});

test('what the root user attaches counts from the next request on', async () => {
  const user = await newIamCaller(owner);
  expect((await user.call(listHosts)).status).toBe(403);
  const path = { username: user.username, policy_id: policy };
  await expectStatus(200, callerOf(owner)(attachUser, { params: path }));
  expect((await user.call(listHosts)).status).toBe(200);
  await expectStatus(200, callerOf(owner)(detachUser, { params: path }));
  expect((await user.call(listHosts)).status).toBe(403);
  await expectStatus(200, callerOf(owner)(addUser, { params: { name: group, username: user.username } }));
  expect((await user.call(listHosts)).status).toBe(200);
});

test('the root user of another account writes none, and of an operator none without a one-time code', async () => {
  const other = await verified();
  const body = { name: newName('policy'), document: operating };
  expect(refusal(await callerOf(other)(createPolicy, { body }))).toEqual([
    403,
    'access_denied',
    `account ${other.account_id} does not operate this platform: no policy may name platform:`,
  ]);
  onLaptop(false);
  expect(refusal(await callerOf(owner)(createPolicy, { body }))).toEqual([
    403,
    'access_denied',
    `user ${owner.email} must log in with a one-time code to decide on platform:`,
  ]);
});

test('a Deny on everything denies operators as well', async () => {
  const locked = await newPolicy(owner, { Effect: 'Deny' });
  const user = await newIamCaller(owner, { policy_ids: [policy, locked] });
  expect((await user.call(listHosts)).status).toBe(403);
});

test.each(['platfor?:ListHosts', '*:ListHosts', 'plat*', '?latform:*'])('%s names no action', async (Action) => {
  const body = { name: newName('policy'), document: documentOf({ Action }) };
  expect(refusal(await callerOf(owner)(createPolicy, { body }))).toEqual([
    400,
    'validation_failed',
    `document.Statement[0].Action: unknown action ${JSON.stringify(Action)}`,
  ]);
});
