import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Belongings, belongingsOf, kindsOf } from './belongings.ts';
import { bodyOf, handlerOf, paramsIn, queryOf } from './samples.ts';

/*
 * What is another account's is not there (contract 0.8): every route, with another account's id in each place of its
 * path, and in each field of its body that names something, answers 404 and touches nothing of the other account's.
 */

/** Routes of resources without an owner: the catalog. */
const common = ['getInstanceType'];

let routes: DeployedRoute[];
let owner: SignedUp;
let mine: Belongings;
let theirs: Belongings;
let before: Record<string, Item>;
let stranger: SignedUp;
beforeAll(async () => {
  // Those of operators find nothing of an account by whose it is: test/functions/platform/operators.
  routes = (await readRoutes()).filter(({ key, path }) => !common.includes(key) && !path.startsWith('/platform/'));
  owner = await verified();
  stranger = await verified();
  await standInHost();
  mine = await belongingsOf(owner);
  theirs = await belongingsOf(stranger);
  before = await standing();
});

/** Everything of the stranger's account, by its key. */
async function standing(): Promise<Record<string, Item>> {
  const own = (await allItems()).filter(({ pk }) => pk.includes(stranger.account_id) || pk.includes(stranger.user.id));
  const kept = own.filter(({ pk }) => !pk.startsWith('R#'));
  return Object.fromEntries(kept.map((item) => [`${item.pk} ${item.sk}`, item]));
}

/** The parameters of a path, one of them another account's and the rest one's own. */
function mixtures(path: string): Record<string, string>[] {
  const kinds = kindsOf(path);
  return kinds.map(([foreign]) =>
    Object.fromEntries(
      kinds.map(([name, kind]) => {
        const id = (name === foreign ? theirs : mine)[kind];
        if (!id) throw new Error(`${path}: test/contract/belongings.ts makes none of "${kind}"`);
        return [name, id];
      }),
    ),
  );
}

async function statusOf(one: DeployedRoute, request: { params?: Record<string, string>; body?: object | undefined }) {
  const { method, path } = one;
  const reply = await call(await handlerOf(one), {
    bearer: owner.bearer,
    method,
    path,
    query: queryOf(one),
    ...request,
  });
  return reply.status;
}

test('what is one’s own is found under the same ids', async () => {
  const shown = routes.filter(({ method, path }) => method === 'GET' && paramsIn(path).length === 1);
  for (const one of shown) {
    const params = Object.fromEntries(kindsOf(one.path).map(([name, kind]) => [name, mine[kind] ?? '']));
    expect({ key: one.key, status: await statusOf(one, { params }) }).toEqual({ key: one.key, status: 200 });
  }
});

test('in a path', async () => {
  const named = routes.filter(({ path }) => path.includes('{'));
  expect(named.length).toBeGreaterThan(30);
  const answers = named.flatMap((one) =>
    mixtures(one.path).map(async (params) => [one.key, params, await statusOf(one, { params, body: bodyOf(one) })]),
  );
  expect((await Promise.all(answers)).filter(([, , status]) => status !== 404)).toEqual([]);
  expect(await standing()).toEqual(before);
});

/** The fields of bodies that name something of an account, and what; null for what is no such thing. */
const references: Record<string, Record<string, string | null>> = {
  addLoadBalancerBackend: { instance_id: 'instances' },
  attachElasticIp: { instance_id: 'instances' },
  attachVolume: { instance_id: 'instances' },
  createAutoScalingGroup: {
    image_id: null,
    instance_type_id: null,
    load_balancer_id: 'load-balancers',
    ssh_key_id: 'ssh-keys',
    vpc_id: 'vpcs',
  },
  createGroup: { name: null, policy_ids: 'policies' },
  createLoadBalancer: { vpc_id: 'vpcs' },
  createVolume: { instance_id: 'instances' },
  createPresignedUrl: { version_id: null },
  createUser: { groups: 'groups', policy_ids: 'policies', username: null },
  launchInstance: {
    elastic_ip_id: 'elastic-ips',
    image_id: null,
    instance_type_id: null,
    ssh_key_id: 'ssh-keys',
    vpc_id: 'vpcs',
  },
  putAutoscaleRule: { max_instance_type_id: null, min_instance_type_id: null },
  resizeInstance: { instance_type_id: null },
  simulatePolicy: { username: 'users' },
  switchAccount: { account_id: 'accounts' },
  updateAutoScalingGroup: {
    image_id: null,
    instance_type_id: null,
    load_balancer_id: 'load-balancers',
    ssh_key_id: 'ssh-keys',
  },
  updateInstanceSshKeys: { ssh_key_ids: 'ssh-keys' },
  verifyOrder: { gateway_payment_id: null },
  activateAutopay: { gateway_payment_id: null },
  createSubscription: { plan_id: null },
};

/** Fields by whose names they may name something of an account. */
const mayName = /(^|_)(ids?|username|groups?|account)$/;

function fieldsOf({ route, method }: DeployedRoute): string[] {
  const shape = method !== 'GET' && route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : [];
  return shape.filter((name) => mayName.test(name)).sort();
}

test('in a body', async () => {
  const closed = routes.filter(({ route }) => !route.public);
  const naming = closed.filter((one) => fieldsOf(one).length > 0);
  const known = (key: string) =>
    Object.keys(references[key] ?? {})
      .filter((name) => mayName.test(name))
      .sort();
  expect(naming.map((one) => [one.key, fieldsOf(one)])).toEqual(naming.map(({ key }) => [key, known(key)]));
  const foreign: Belongings = { ...theirs, accounts: stranger.account_id };
  for (const one of naming) {
    for (const [field, kind] of Object.entries(references[one.key] ?? {})) {
      if (kind === null) continue;
      const id = foreign[kind];
      const body = { ...bodyOf(one), [field]: /s$/.test(field) ? [id] : id };
      const params = Object.fromEntries(kindsOf(one.path).map(([name, kind]) => [name, mine[kind] ?? '']));
      expect({ key: one.key, field, status: await statusOf(one, { params, body }) }).toEqual({
        key: one.key,
        field,
        status: 404,
      });
    }
  }
  expect(await standing()).toEqual(before);
});
