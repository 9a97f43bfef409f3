import { globSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { functions } from '#lib/deploy/functions.js';
import { type DeployedRoute, type Entry, readEntries, readRoutes, root, sourceOf } from '#lib/generate/routes.ts';
import { entities } from '#lib/generated/store/entities.ts';
import type { Entity } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Listed } from '#lib/store/records.ts';
import { bodyOf, queryOf } from './samples.ts';

/** Routes whose IAM action is another one's: what a policy allows on the whole, it allows on the part. */
const actions: Record<string, string> = {
  refreshAutoScalingGroup: 'compute:UpdateAutoScalingGroup',
  listAutoScalingActivities: 'compute:GetAutoScalingGroup',
  createConsoleTicket: 'compute:OpenConsole',
  completeMultipartUpload: 'storage:CreatePresignedUrl',
  createMultipartUpload: 'storage:CreatePresignedUrl',
  deleteMultipartUpload: 'storage:CreatePresignedUrl',
  getMultipartUpload: 'storage:CreatePresignedUrl',
  listInstanceSnapshots: 'compute:ListSnapshots',
  getInstanceSnapshot: 'compute:GetSnapshot',
  deleteInstanceSnapshot: 'compute:DeleteSnapshot',
  getImage: 'compute:ListImages',
  getGroupPolicy: 'iam:GetGroup',
  getConsoleLog: 'compute:GetInstance',
  getInstanceType: 'compute:ListInstanceTypes',
  getUserPolicy: 'iam:GetUser',
  listInstanceEvents: 'compute:GetInstance',
  listInstanceMetrics: 'compute:GetInstanceMetrics',
  listLoadBalancerBackends: 'compute:GetLoadBalancer',
  listAuditLogs: 'audit:ListLogs',
  verifyOrder: 'billing:CreateTopup',
  setupAutopay: 'billing:CreateAutopay',
  activateAutopay: 'billing:CreateAutopay',
  drainHost: 'platform:UpdateHost',
  resumeHost: 'platform:UpdateHost',
  fenceHost: 'platform:UpdateHost',
  listHostAddresses: 'platform:UpdateHost',
  addHostAddress: 'platform:UpdateHost',
  removeHostAddress: 'platform:UpdateHost',
  listPlatformImages: 'platform:ManageImages',
  pullImage: 'platform:ManageImages',
  importImage: 'platform:ManageImages',
  removeImage: 'platform:ManageImages',
  listJoinTokens: 'platform:ManageJoinTokens',
  createJoinToken: 'platform:ManageJoinTokens',
  deleteJoinToken: 'platform:ManageJoinTokens',
  listAccounts: 'platform:ManageAccounts',
  getAccount: 'platform:ManageAccounts',
  blockAccount: 'platform:ManageAccounts',
  unblockAccount: 'platform:ManageAccounts',
  creditAccount: 'platform:ManageAccounts',
  setAccountQuotas: 'platform:ManageAccounts',
  listPlatformAuditLogs: 'platform:Audit',
  listLedgerDifferences: 'platform:Audit',
  resolveLedgerDifference: 'platform:Audit',
  listOperations: 'platform:Audit',
};

/** Whose actions the routes below /auth have, by their second segment. */
const below: Record<string, string> = {
  account: 'iam',
  'audit-logs': 'audit',
  billing: 'billing',
  iam: 'iam',
  team: 'team',
  webhooks: 'notifications',
  activity: 'audit',
};

function serviceOf(path: string): string | undefined {
  const [, first = '', second = ''] = path.split('/');
  return first === 'auth' ? below[second] : first;
}

/** Routes that answer a document of their own and need no verb. */
const withoutVerb = new Set(['getOpenapi']);

let entries: Entry[];
let routes: DeployedRoute[];
beforeAll(async () => {
  entries = readEntries();
  routes = await readRoutes();
});

test('every file of functions/ is a handler that exactly one function names, or that only a laptop loads', () => {
  const files = globSync('functions/**/*.ts', { cwd: root }).sort();
  const { objectKeys, enrolHost, operateImages } = parse(sourceOf('serverless.yml')).custom.svc;
  const local = [objectKeys, enrolHost, operateImages].map((path) => path.replace(/\.handler$/, '.ts'));
  expect([...entries.map(({ file }) => file), ...local].sort()).toEqual(files);
});

test('serverless.yml has every functions.yml, and no other file, in the order of the folders', () => {
  expect(parse(sourceOf('serverless.yml')).functions).toBe('${file(lib/deploy/functions.js):functions}');
  const files = globSync('{functions,statemachines}/**/functions.yml', { cwd: root }).sort();
  expect(functions).toEqual(files.map((file) => `\${file(${file})}`));
});

test('no two functions have one key, and no two routes one address', () => {
  const keysOf = entries.map(({ key }) => key);
  expect(keysOf.filter((key, i) => keysOf.indexOf(key) !== i)).toEqual([]);
  const shapes = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([]);
});

test('the parameters of a path are those of its schema', () => {
  for (const { key, path, route } of routes) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inSchema = route.params instanceof z.ZodObject ? Object.keys(route.params.shape) : [];
    expect({ key, params: inSchema }).toEqual({ key, params: inPath });
  }
});

test('a route has one name: its key, what the handler calls itself, and its verb (or showX for getX, beside the store)', () => {
  for (const { key, file, route } of routes) {
    expect({ file, name: route.name }).toEqual({ file, name: key });
    if (withoutVerb.has(key)) continue;
    const imported = [...sourceOf(file).matchAll(/import \{([^}]*)\} from '#lib\/domain\//g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    );
    const own = [key, key.replace(/^get/, 'show')].filter((name) => imported.includes(name));
    expect({ file, verbs: own.length > 0 ? 'its own' : imported }).toEqual({ file, verbs: 'its own' });
  }
});

test('an action is the service and the name, but for the few that share one', () => {
  for (const { key, path, route } of routes) {
    if (route.action === null) continue;
    const pascal = key.charAt(0).toUpperCase() + key.slice(1);
    expect({ key, action: route.action }).toEqual({ key, action: actions[key] ?? `${serviceOf(path)}:${pascal}` });
  }
  expect(Object.keys(actions).filter((name) => !routes.some(({ key }) => key === name))).toEqual([]);
});

test('a route without an action is public or about its own caller', () => {
  const own = routes.filter(({ route }) => route.action === null && !route.public).map(({ key }) => key);
  expect(own.sort()).toEqual([
    'acceptInvite',
    'changePassword',
    'deleteSession',
    'disableMfa',
    'enableMfa',
    'getMe',
    'getMfa',
    'listSessions',
    'logout',
    'resendVerification',
    'setupMfa',
    'switchAccount',
    'updateAccount',
  ]);
});

test('a creation is a POST that answers 201, and nothing else does', () => {
  const created = routes.filter(({ route }) => route.status === 201);
  expect(created.map(({ method }) => method)).toEqual(created.map(() => 'POST'));
  expect(
    created
      .map(({ key }) => key)
      .filter((key) => !/^(add|allocate|create|launch|import|invite|register|rotate|test)/.test(key)),
  ).toEqual([]);
});

test('a list has its array and next_cursor, and is called list', () => {
  for (const { key, method, route } of routes) {
    const shape = route.reply instanceof z.ZodObject ? Object.keys(route.reply.shape) : [];
    // What replaces a list answers it as it then is.
    const rules = ['replaceFirewallRules', 'getBucketCors', 'getBucketLifecycle'];
    const isList = (method === 'GET' && /^list/.test(key)) || rules.includes(key);
    expect({ key, list: shape.includes('next_cursor') }).toEqual({ key, list: isList });
  }
});

test('every route with a login has a body that its schema takes, for the tests that call each', () => {
  const personal = routes.filter(({ route }) => !route.public);
  for (const route of personal) expect(() => bodyOf(route), route.key).not.toThrow();
  const { route, ...entry } = { ...(routes.find(({ key }) => key === 'createVpc') as DeployedRoute), key: 'newRoute' };
  const body = (field: z.ZodString) => bodyOf({ ...entry, route: { ...route, body: z.strictObject({ field }) } });
  expect(() => body(z.string())).toThrow('field has no example');
  expect(() => body(z.string().max(1).meta({ example: 'long' }))).toThrow('newRoute: neither its example');
  expect(body(z.string().meta({ example: 'good' }))).toEqual({ field: 'good' });
});

test('what such a route requires in its query is known too', () => {
  for (const one of routes.filter(({ route }) => !route.public && route.query)) {
    expect({ key: one.key, valid: one.route.query?.safeParse(queryOf(one)).success }).toEqual({
      key: one.key,
      valid: true,
    });
  }
});

const anyone = (shape: string) => shape.replaceAll(/<[^>]*>/g, '<>');

test('the keys that are built have exactly the shapes of the entities', () => {
  const listed = Object.values<Entity>(entities).flatMap(({ about, found }) =>
    found === 'by id' ? [about as Listed] : [],
  );
  expect(listed).toContain('ssh-key');
  const { listed: listedKey, ...others } = keys;
  const built = [
    ...Object.values(others).map((build) =>
      (build as (...args: string[]) => { pk: string; sk: string })('<>', '<>', '<>', '<>'),
    ),
    ...listed.map((noun) => listedKey('<>', noun, '<>')),
  ];
  const defined = Object.values(entities).map(({ pk, sk }) => `${pk} | ${sk}`);
  expect(built.map(({ pk, sk }) => `${pk} | ${sk}`).sort()).toEqual(defined.map(anyone).sort());
});
