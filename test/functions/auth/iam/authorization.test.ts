import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as listRules } from '#functions/compute/firewall/list.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as change } from '#functions/compute/instances/update.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { expectStatus, type IamCaller, newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { launchBody, launched } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
let dev: string;
let prod: string;
beforeAll(async () => {
  owner = await verified();
  await standInHost();
  ({ id: dev } = await launched(owner, { tags: { env: 'dev' } }));
  ({ id: prod } = await launched(owner, { tags: { env: 'prod' } }));
});
afterEach(resetClock);

/** An IAM user who may do just what these statements say. */
const userWith = async (...statements: Partial<Statement>[]) =>
  newIamCaller(owner, { policy_ids: [await newPolicy(owner, ...statements)] });

const statusOf = async (alice: IamCaller, id: string) => (await alice.call(show, { params: { id } })).status;

test('a denial names who, what and where, and is audited', async () => {
  const alice = await userWith({ Action: 'compute:Get*' });
  const reply = await alice.call(stop, { params: { id: dev }, body: {} });
  const srn = `srn:compute:in-mum:${owner.account_id}:instance/${dev}`;
  expect(refusal(reply)).toEqual([
    403,
    'access_denied',
    `user ${alice.username} is not authorised to perform compute:StopInstance on ${srn}`,
  ]);
  expect((await auditOf(owner.account_id)).at(-1)).toMatchObject({
    actor: { type: 'iam', name: alice.username, access_key_id: alice.access_key_id },
    action: 'compute:StopInstance',
    resource: srn,
    status: 403,
  });
});

test('who has no policy may do nothing; who has one may do what it says, where it says', async () => {
  const [nobody, one] = [
    await newIamCaller(owner),
    await userWith({
      Action: 'compute:GetInstance',
      Resource: `srn:compute:in-mum:${owner.account_id}:instance/${dev}`,
    }),
  ];
  expect([await statusOf(nobody, dev), await statusOf(one, dev), await statusOf(one, prod)]).toEqual([403, 200, 403]);
  expect((await one.call(list)).status).toBe(403);
});

test('what is denied is denied before it is sought; what is allowed and not there is not found', async () => {
  const absent = newId('instance', new Date());
  const { id: foreign } = await launched(await verified());
  const allowed = await userWith({ Action: 'compute:GetInstance' });
  const denied = await newIamCaller(owner);
  for (const id of [absent, foreign, 'nonsense']) {
    expect([await statusOf(allowed, id), await statusOf(denied, id)]).toEqual([404, 403]);
  }
});

describe('conditions', () => {
  const env = (value: string) => ({ StringEquals: { 'svc:Tag/env': value } });

  test('ask about the tags that the resource has, and about none of one that is not there', async () => {
    const alice = await userWith(
      { Action: 'compute:*' },
      { Effect: 'Deny', Action: ['compute:GetInstance', 'compute:UpdateInstance'], Condition: env('prod') },
    );
    expect([await statusOf(alice, dev), await statusOf(alice, prod)]).toEqual([200, 403]);
    expect(await statusOf(alice, newId('instance', new Date()))).toBe(404);
    const freed = await alice.call(change, { params: { id: prod }, body: { tags: { env: 'dev' } } });
    expect(freed.status).toBe(403);
    const only = await userWith({ Action: 'compute:*', Condition: env('dev') });
    expect([await statusOf(only, dev), await statusOf(only, prod)]).toEqual([200, 403]);
  });

  test('ask about the tags, type and price that a launch gives', async () => {
    const alice = await userWith({
      Action: 'compute:LaunchInstance',
      Condition: { ...env('dev'), NumericLessThanEquals: { 'svc:PlanPriceMonthly': 899 } },
    });
    const statuses = async (body: object) => (await alice.call(launch, { body: launchBody(body) })).status;
    expect(await statuses({ tags: { env: 'dev' }, instance_type_id: 's1-small' })).toBe(201);
    expect(await statuses({ tags: { env: 'dev' }, instance_type_id: 's1-medium' })).toBe(403);
    expect(await statuses({ tags: { env: 'prod' }, instance_type_id: 's1-small' })).toBe(403);
    expect(await statuses({ tags: { env: 'dev' }, instance_type_id: 'x9-none' })).toBe(403);
    const typed = await userWith({ Action: '*', Condition: { StringLike: { 'svc:InstanceTypeId': 's1-*' } } });
    expect((await typed.call(launch, { body: launchBody({ instance_type_id: 'm1-large' }) })).status).toBe(403);
    expect(await statusOf(typed, dev)).toBe(200);
  });

  test('ask from where', async () => {
    const alice = await userWith({ Action: '*', Condition: { IpAddress: { 'svc:SourceIp': '203.0.113.0/24' } } });
    const from = async (ip: string) => (await alice.call(show, { params: { id: dev }, ip })).status;
    expect([await from('203.0.113.9'), await from('203.0.114.9')]).toEqual([200, 403]);
  });

  test('ask when, by the civil clock', async () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    const alice = await userWith({ Action: '*', Condition: { DateLessThan: { 'svc:CurrentTime': until } } });
    expect(await statusOf(alice, dev)).toBe(200);
    advanceClock(601);
    expect(await statusOf(alice, dev)).toBe(403);
  });

  test('ask whether a one-time code stood behind the login', async () => {
    const policy = await newPolicy(
      owner,
      { Action: '*' },
      { Effect: 'Deny', Action: 'compute:GetInstance', Condition: { Bool: { 'svc:MfaPresent': false } } },
    );
    const { username } = await iamUser(owner.account_id, { policies: [policy] });
    const body = { account_id: owner.account_id, username, password: goodPassword };
    const { access_token: bearer } = await expectStatus(200, call(iamLogin, { body, ip: newIp() }));
    const look = async () => (await call(show, { bearer, params: { id: dev } })).status;
    expect(await look()).toBe(403);
    expect((await call(list, { bearer })).status).toBe(200);
    const { sid } = JSON.parse(Buffer.from(bearer.split('.')[1], 'base64url').toString());
    await transact([update(keys.session(sid), { set: { amr: ['pwd', 'otp'] } })]);
    expect(await look()).toBe(200);
  });
});

describe('what a decision costs the table, warm', () => {
  const cost = async (alice: IamCaller, handler = show) => {
    const { calls, rounds } = await tableCalls(() => alice.call(handler, { params: { id: dev }, once: true }));
    return [calls.length, rounds];
  };
  const prodOnly = { StringEquals: { 'svc:Tag/env': 'prod' } };

  test('is nothing; after a change of IAM one read, where a policy is the account’s own', async () => {
    const alice = await userWith({ Action: '*' });
    expect(await cost(alice)).toEqual([3, 2]);
    expect(await cost(alice)).toEqual([2, 1]);
    await newIamCaller(owner);
    expect(await cost(alice)).toEqual([3, 2]);
    expect(await cost(await newIamCaller(owner, { policy_ids: ['ReadOnlyAccess'] }))).toEqual([2, 1]);
  });

  test('is one read more where a condition asks about the resource, and only there', async () => {
    const asked = await userWith({ Action: '*' }, { Effect: 'Deny', Action: 'compute:*', Condition: prodOnly });
    await statusOf(asked, dev);
    expect(await cost(asked, listRules)).toEqual([4, 3]);
    const elsewhere = await userWith({ Action: '*' }, { Effect: 'Deny', Action: 'iam:*', Condition: prodOnly });
    await statusOf(elsewhere, dev);
    expect(await cost(elsewhere, listRules)).toEqual([3, 2]);
  });

  test('is nothing where the route reads the resource together with the caller', async () => {
    const asked = await userWith({ Action: '*' }, { Effect: 'Deny', Action: 'compute:*', Condition: prodOnly });
    expect([await statusOf(asked, dev), await statusOf(asked, prod)]).toEqual([200, 403]);
    expect(await cost(asked)).toEqual([2, 1]);
  });
});
