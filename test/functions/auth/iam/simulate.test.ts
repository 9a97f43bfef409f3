import { beforeAll, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as simulate } from '#functions/auth/simulate/simulate.ts';
import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newPolicy, refusal } from '#test/support/accounts/iam.ts';

let owner: SignedUp;
let root: Caller;
let own: string;
const vpc = () => `srn:compute:in-mum:${owner.account_id}:vpc/vpc-1`;
beforeAll(async () => {
  owner = await verified();
  root = callerOf(owner);
  own = await newPolicy(owner, {
    Sid: 'office',
    Effect: 'Deny',
    Action: 'compute:Delete*',
    Condition: { NotIpAddress: { 'svc:SourceIp': '203.0.113.0/24' } },
  });
  await expectStatus(201, root(createGroup, { body: { name: 'ops', policy_ids: ['ComputeFullAccess'] } }));
  const body = { username: 'alice', groups: ['ops'], policy_ids: [own] };
  await expectStatus(201, root(createUser, { body }));
});

const ask = (body: object) => root(simulate, { body: { username: 'alice', ...body } });

test('says of every action on every resource what would be decided, and by which statement', async () => {
  const resources = [vpc(), '*'];
  const actions = ['compute:DeleteVpc', 'compute:ListVpcs', 'iam:ListUsers'];
  const { results } = await expectStatus(200, ask({ actions, resources, context: { 'svc:SourceIp': '198.51.100.1' } }));
  const denied = { decision: 'explicit_deny', matched: { policy_id: own, sid: 'office' } };
  const { id: policy_id, name: sid } = managedPolicy('ComputeFullAccess')!;
  const allowed = { decision: 'allowed', matched: { policy_id, sid } };
  const neither = { decision: 'implicit_deny', matched: null };
  expect(results).toEqual(
    [denied, allowed, neither].flatMap((verdict, i) =>
      resources.map((resource) => ({ action: actions[i], resource, ...verdict })),
    ),
  );
  const inside = await expectStatus(
    200,
    ask({ actions: ['compute:DeleteVpc'], context: { 'svc:SourceIp': '203.0.113.7' } }),
  );
  expect(inside.results).toEqual([{ action: 'compute:DeleteVpc', resource: '*', ...allowed }]);
});

test('knows machines by VPC and instance, and what is absent of them as no address', async () => {
  const policy_ids = [
    await newPolicy(
      owner,
      { Sid: 'vpc', Action: 'compute:ListVpcs', Condition: { StringEquals: { 'svc:SourceVpc': 'vpc-1' } } },
      { Sid: 'one', Action: 'compute:GetVpc', Condition: { StringLike: { 'svc:SourceInstance': 'i-*' } } },
      { Sid: 'block', Action: 'compute:CreateVpc', Condition: { IpAddress: { 'svc:SourceIp': '10.20.0.0/20' } } },
      { Sid: 'not', Action: 'compute:DeleteVpc', Condition: { NotIpAddress: { 'svc:SourceIp': '10.20.0.0/20' } } },
    ),
  ];
  await expectStatus(201, root(createUser, { body: { username: 'machine', policy_ids } }));
  const actions = ['ListVpcs', 'GetVpc', 'CreateVpc', 'DeleteVpc'].map((verb) => `compute:${verb}`);
  const sids = async (context: object) => {
    const { results } = await expectStatus(200, ask({ username: 'machine', actions, context }));
    return results.map(({ matched }: { matched: { sid: string } | null }) => matched?.sid ?? null);
  };
  expect(await sids({ 'svc:SourceVpc': 'vpc-1', 'svc:SourceInstance': 'i-1' })).toEqual(['vpc', 'one', null, 'not']);
  expect(await sids({ 'svc:SourceVpc': 'vpc-2' })).toEqual([null, null, null, 'not']);
  expect(await sids({ 'svc:SourceIp': '10.20.0.2' })).toEqual([null, null, 'block', null]);
  expect(refusal(await ask({ actions, context: { 'svc:SourceVpc': true } }))).toEqual([
    400,
    'validation_failed',
    'context.svc:SourceVpc: true is not a string',
  ]);
});

test.each([
  [{ actions: ['compute:Fly'] }, 'actions[0]: unknown action "compute:Fly"'],
  [{ actions: [] }, 'actions: must have at least 1 items'],
  [{ actions: ['compute:GetVpc'], resources: ['vpc-1'] }, 'resources[0]: "vpc-1" must be "*" or srn:'],
  [{ actions: ['compute:GetVpc'], context: { 'svc:Moon': 'full' } }, 'context.svc:Moon: unknown condition key'],
])('refuses %j', async (body, error) => {
  expect(refusal(await ask(body))).toEqual([400, 'validation_failed', expect.stringContaining(error)]);
});

test('knows only users who are there', async () => {
  const reply = await ask({ username: 'bob', actions: ['compute:GetVpc'] });
  expect(refusal(reply)).toEqual([404, 'not_found', 'user bob not found']);
});
