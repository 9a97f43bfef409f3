import { beforeEach, describe, expect, test } from 'vitest';
import { handler as addMember } from '#functions/auth/groups/add-user.ts';
import { handler as attachToGroup } from '#functions/auth/groups/attach-policy.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as deleteGroup } from '#functions/auth/groups/delete.ts';
import { handler as detachFromGroup } from '#functions/auth/groups/detach-policy.ts';
import { handler as removeMember } from '#functions/auth/groups/remove-user.ts';
import { handler as showGroupPolicy } from '#functions/auth/groups/show-policy.ts';
import { handler as attach } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as detach } from '#functions/auth/iam-users/detach-policy.ts';
import { handler as showUserPolicy } from '#functions/auth/iam-users/show-policy.ts';
import { handler as deletePolicy } from '#functions/auth/policies/delete.ts';
import { handler as showPolicy } from '#functions/auth/policies/show.ts';
import { handler as updatePolicy } from '#functions/auth/policies/update.ts';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import {
  type Caller,
  callerOf,
  documentOf,
  expectStatus,
  type IamCaller,
  newIamCaller,
  newPolicy,
  refusal,
} from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let root: Caller;
let alice: IamCaller;
let policy_id: string;
let username: string;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
  alice = await newIamCaller(owner);
  ({ username } = alice);
  policy_id = await newPolicy(owner, { Action: 'compute:List*' });
  await expectStatus(201, root(createGroup, { body: { name: 'ops' } }));
});

const may = async () => (await alice.call(listVpcs)).status === 200;
const ok = (handler: Handler, params: Record<string, string>) => expectStatus(200, root(handler, { params }));
const count = async () => (await ok(showPolicy, { id: policy_id })).attachment_count;

describe('from the next request on', () => {
  test('an attached policy allows, and a detached one no longer does', async () => {
    expect(await may()).toBe(false);
    expect(await ok(attach, { username, policy_id })).toEqual({ username, policy_id, attached: true });
    expect(await may()).toBe(true);
    expect(await ok(showUserPolicy, { username, policy_id })).toEqual({ username, policy_id, attached: true });
    expect(await ok(detach, { username, policy_id })).toEqual({ username, policy_id, attached: false, deleted: true });
    expect(await may()).toBe(false);
  });

  test('so does one of a group, with the membership or the attachment', async () => {
    await ok(addMember, { name: 'ops', username });
    expect(await may()).toBe(false);
    const path = { name: 'ops', policy_id };
    expect(await ok(attachToGroup, path)).toEqual({ ...path, attached: true });
    expect(await may()).toBe(true);
    expect(await ok(showGroupPolicy, path)).toEqual({ ...path, attached: true });
    await ok(removeMember, { name: 'ops', username });
    expect(await may()).toBe(false);
    await ok(addMember, { name: 'ops', username });
    expect(await may()).toBe(true);
    expect(await ok(detachFromGroup, path)).toEqual({ ...path, attached: false, deleted: true });
    expect(await may()).toBe(false);
    await ok(attachToGroup, path);
    expect(await may()).toBe(true);
    await ok(deleteGroup, { name: 'ops' });
    expect(await may()).toBe(false);
    expect(await count()).toBe(0);
  });

  test('a group with dots in its name grants what it has', async () => {
    const body = { name: 'Ops.On-Call_2', policy_ids: [policy_id] };
    await expectStatus(201, root(createGroup, { body }));
    await ok(addMember, { name: body.name, username });
    expect(await may()).toBe(true);
    await expectStatus(200, root(deletePolicy, { params: { id: policy_id }, query: { detach: 'true' } }));
    expect(await may()).toBe(false);
  });

  test('another document counts', async () => {
    await ok(attach, { username, policy_id });
    expect(await may()).toBe(true);
    const document = documentOf({ Action: 'compute:List*' }, { Effect: 'Deny', Action: 'compute:ListVpcs' });
    await expectStatus(200, root(updatePolicy, { params: { id: policy_id }, body: { document } }));
    expect(await may()).toBe(false);
  });

  test('a managed policy of a name counts as any', async () => {
    const { policy_id: id } = await ok(attach, { username, policy_id: 'ComputeReadOnlyAccess' });
    expect(id).toMatch(/^pol-/);
    expect(await may()).toBe(true);
    await ok(detach, { username, policy_id: id });
    expect(await may()).toBe(false);
  });
});

describe('an attachment', () => {
  const full = async (handler: Handler, path: Record<string, string>) => {
    for (let i = 0; i < 10; i++) await ok(handler, { ...path, policy_id: await newPolicy(owner) });
    return refusal(await root(handler, { params: { ...path, policy_id } }));
  };

  test('is one however often it is asked for, and counted once', async () => {
    const params = { username, policy_id };
    const replies = await Promise.all(Array.from({ length: 5 }, () => root(attach, { params })));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    await ok(attachToGroup, { name: 'ops', policy_id });
    await ok(attachToGroup, { name: 'ops', policy_id });
    expect(await count()).toBe(2);
    await ok(detach, params);
    expect(await count()).toBe(1);
    const again = [404, 'not_found', `policy ${policy_id} is not attached to user ${username}`];
    expect(refusal(await root(detach, { params }))).toEqual(again);
    expect(refusal(await root(showUserPolicy, { params }))).toEqual(again);
  });

  test('is one of ten', async () => {
    const error = (whose: string) => [403, 'quota_exceeded', `10 of 10 policies of ${whose} used`];
    expect(await full(attach, { username })).toEqual(error(`user ${username}`));
    expect(await full(attachToGroup, { name: 'ops' })).toEqual(error('group ops'));
    expect(await count()).toBe(0);
  });

  test('is of what the account has', async () => {
    const foreign = await newPolicy(await verified());
    for (const [handler, params, error] of [
      [attach, { username, policy_id: foreign }, `policy ${foreign} not found`],
      [attach, { username: 'bob', policy_id }, 'user bob not found'],
      [attachToGroup, { name: 'ops', policy_id: foreign }, `policy ${foreign} not found`],
      [attachToGroup, { name: 'dev', policy_id }, 'group dev not found'],
      [detachFromGroup, { name: 'ops', policy_id }, `policy ${policy_id} is not attached to group ops`],
    ] as const) {
      expect(refusal(await root(handler, { params }))).toEqual([404, 'not_found', error]);
    }
  });
});
