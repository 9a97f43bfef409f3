import { beforeAll, describe, expect, test } from 'vitest';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { dryRun } from '#lib/model/platform/dry-run.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';
import { type Belongings, belongingsOf, kindsOf } from './belongings.ts';
import { bodyOf, handlerOf, queryOf } from './samples.ts';

/*
 * Dry runs (contract 4): what starts, costs or deletes can be tried with ?dry_run=true, which changes nothing and
 * answers what the real request would do, or the error that it would answer.
 */

/**
 * Routes that accept it beside every DELETE: what starts or costs something, what an operator fences, and whatever
 * makes or changes a resource (Terraform's plans ask it). Of passwords and of the detachment of a volume there is none.
 */
const others = [
  'addLoadBalancerBackend',
  'addUserToGroup',
  'allocateElasticIp',
  'attachElasticIp',
  'attachGroupPolicy',
  'attachUserPolicy',
  'attachVolume',
  'createAccessKey',
  'createAutoScalingGroup',
  'createBucket',
  'createBucketKey',
  'createGroup',
  'createImage',
  'createLoadBalancer',
  'createPolicy',
  'createSnapshot',
  'createUser',
  'createVolume',
  'createVpc',
  'createWebhook',
  'detachElasticIp',
  'fenceHost',
  'importCertificate',
  'importSshKey',
  'inviteMember',
  'launchInstance',
  'putAutoscaleRule',
  'putBackupSchedule',
  'putBucketCors',
  'putBucketLifecycle',
  'putBucketPolicy',
  'putBudget',
  'replaceFirewallRules',
  'resizeInstance',
  'restoreSnapshot',
  'startInstance',
  'stopInstance',
  'updateAccessKey',
  'updateAutoScalingGroup',
  'updateBucket',
  'updateBucketKey',
  'updateCertificate',
  'updateElasticIp',
  'updateImage',
  'updateInstance',
  'updateInstanceSshKeys',
  'updateLoadBalancer',
  'updatePasswordPolicy',
  'updatePolicy',
  'updateSnapshot',
  'updateSshKey',
  'updateUser',
  'updateVolume',
  'updateVpc',
  'updateWebhook',
];

let routes: DeployedRoute[];
let owner: SignedUp;
let mine: Belongings;
beforeAll(async () => {
  routes = await readRoutes();
  owner = await verified();
  await standInHost();
  mine = await belongingsOf(owner);
});

test('every DELETE accepts it, what starts or costs something, and what makes or changes a resource', () => {
  const accepting = routes.filter(({ route }) => route.dryRun);
  expect(routes.filter(({ method, route }) => method === 'DELETE' && !route.dryRun).map(({ key }) => key)).toEqual([]);
  const rest = accepting.filter(({ method }) => method !== 'DELETE').map(({ key }) => key);
  expect(rest.sort()).toEqual(others);
});

async function ask(one: DeployedRoute, query: Record<string, string>, body = bodyOf(one)): Promise<Reply> {
  const { method, path } = one;
  const params = Object.fromEntries(kindsOf(path).map(([name, kind]) => [name, mine[kind] ?? '']));
  const request = { params, query: { ...queryOf(one), ...query }, body };
  return call(await handlerOf(one), { bearer: owner.bearer, method, path, ...request });
}

/** Deletions of one thing by another's path come first; what holds others comes last. */
const late = ['deleteSession', 'terminateInstance', 'deleteUser', 'deleteGroup', 'deletePolicy', 'deleteBucket'];

describe('every route that accepts it', () => {
  test('changes nothing, and answers as the real request then does', async () => {
    const accepting = routes.filter(({ route }) => route.dryRun);
    const ordered = [
      ...accepting.filter(({ method }) => method !== 'DELETE'),
      ...accepting.filter(({ key, method }) => method === 'DELETE' && !late.includes(key)),
      ...late.toReversed().map((key) => routes.find((one) => one.key === key) as DeployedRoute),
    ];
    const verdicts: string[] = [];
    for (const one of ordered) {
      const before = await state();
      const body = bodyOf(one);
      const dry = await ask(one, { dry_run: 'true' }, body);
      expect({ key: one.key, state: await state() }).toEqual({ key: one.key, state: before });
      const real = await ask(one, {}, body);
      const outcome = [one.key, dry.status, real.status];
      if (real.status >= 400) expect([...outcome, dry.body]).toEqual([one.key, real.status, real.status, real.body]);
      else expect(outcome).toEqual([one.key, 200, one.route.status ?? 200]);
      if (dry.status === 200) verdicts.push(`${one.key}: ${dryRun.parse(dry.body).would}`);
    }
    // Most of them have something to try, so the test does not pass by refusals alone.
    expect(verdicts.length).toBeGreaterThan(50);
  });
});
