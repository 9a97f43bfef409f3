import { beforeAll, expect, test } from 'vitest';
import { type DeployedRoute, readRoutes } from './golden/routes.ts';

/* Which routes are refused while an account is suspended (contract 3.12) stands on their definitions. */

/** Every route that starts or creates something. */
const spending = [
  'addFirewallRule',
  'addLoadBalancerBackend',
  'allocateElasticIp',
  'createAccessKey',
  'createAutoScalingGroup',
  'createBucket',
  'createBucketKey',
  'createConsoleTicket',
  'createGroup',
  'createLoadBalancer',
  'createPolicy',
  'createPresignedPost',
  'createPresignedUrl',
  'createSnapshot',
  'createUser',
  'createVolume',
  'createVpc',
  'createWebhook',
  'importSshKey',
  'inviteMember',
  'launchInstance',
  'register',
  'rotateBucketKey',
  'startInstance',
];

/** Routes that make something new and are open to a suspended account: what pays. */
const paying = ['createTopup', 'createSubscription', 'createAutopay'];

let routes: DeployedRoute[];
beforeAll(async () => {
  routes = await readRoutes();
});

test('the routes that a suspended account is refused are these', () => {
  const found = routes.filter(({ route }) => route.spends).map(({ key }) => key);
  expect(found.sort()).toEqual(spending.sort());
});

test('a route that makes something new spends, but for what pays', () => {
  const open = routes.filter(({ route }) => route.status === 201 && !route.spends);
  expect(open.map(({ key }) => key).sort()).toEqual([...paying].sort());
  expect(open.filter(({ path }) => !path.startsWith('/auth/billing/'))).toEqual([]);
});
