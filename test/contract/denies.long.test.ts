import { beforeAll, expect, test } from 'vitest';
import { handler as updatePolicy } from '#functions/auth/policies/update.ts';
import { referencesOf } from '#lib/edge/resource.ts';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { placeOf, readingOf } from '#lib/model/identity/policy/references.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import {
  documentOf,
  expectStatus,
  type IamCaller,
  newIamCaller,
  newPolicy,
  refusal,
} from '#test/support/accounts/iam.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Belongings, belongingsOf, kindsOf } from './belongings.ts';
import { type Field, nameOf, parts, referenceFields, withValue } from './reference-fields.ts';
import { bodyOf, handlerOf, queryOf } from './samples.ts';

/*
 * An explicit Deny counts on every resource that a request names, by whatever path (contract 1.10). Each field of a
 * route that may name a resource is the route's own resource, a part of it, or a reference. On a reference, a Deny of
 * the route's action, and of the action that the use stands for, is 403. A new field that is none of them fails.
 */

/** What a field names, by its name: one of the belongings, or a text. */
const values: Record<string, (mine: Belongings) => string | undefined> = {
  asg_id: ({ asg }) => asg,
  bucket: ({ buckets }) => buckets,
  certificate_ids: ({ certificates }) => certificates,
  elastic_ip_id: (mine) => mine['elastic-ips'],
  groups: ({ groups }) => groups,
  id: ({ snapshots }) => snapshots,
  image_id: ({ snapshots }) => snapshots,
  instance_id: ({ instances }) => instances,
  key: () => 'secret/plan*.pdf',
  key_prefix: () => 'secret/',
  load_balancer_id: (mine) => mine['load-balancers'],
  name: ({ buckets, groups }) => buckets ?? groups,
  policy_id: ({ policies }) => policies,
  policy_ids: ({ policies }) => policies,
  prefix: () => 'secret/',
  resource_id: ({ instances }) => instances,
  snap_id: ({ snapshots }) => snapshots,
  snapshot_id: ({ snapshots }) => snapshots,
  ssh_key_id: (mine) => mine['ssh-keys'],
  ssh_key_ids: (mine) => mine['ssh-keys'],
  username: ({ users }) => users,
  vpc_id: ({ vpcs }) => vpcs,
};

/** Bodies in which a field counts where the sample's has no room for it. */
const rooms = (): Record<string, object> => ({
  'createImage body.source.bucket': { source: { key: 'a' } },
  'createImage body.source.key': { source: { bucket: mine.buckets } },
  'createImage body.source.snapshot_id': { source: {} },
  'createPresignedPost body.key_prefix': { key: undefined },
  'putBucketLifecycle body.rules.[].prefix': { rules: [{ id: 'r', enabled: true, expire_days: 1, prefix: '' }] },
  'createLoadBalancer body.backends.[].instance_id': { backends: [{ instance_id: '' }] },
  'createLoadBalancer body.listeners.[].certificate_ids.[]': { listeners: [{ protocol: 'https', port: 8443 }] },
  'updateLoadBalancer body.listeners.[].certificate_ids.[]': { listeners: [{ protocol: 'https', port: 8443 }] },
});

let routes: DeployedRoute[];
let owner: SignedUp;
let mine: Belongings;
let bound: IamCaller;
let ban: string;
beforeAll(async () => {
  // What operators' routes name is of no account: test/functions/platform/operators.
  routes = (await readRoutes()).filter(
    ({ route, path }) => !route.public && route.action !== null && !path.startsWith('/platform/'),
  );
  owner = await verified();
  await standInHost();
  mine = await belongingsOf(owner);
  ban = await newPolicy(owner);
  bound = await newIamCaller(owner, { policy_ids: ['AdministratorAccess', ban] });
});

interface Request {
  params: Record<string, string>;
  query: Record<string, string>;
  body: object | undefined;
}

interface Case {
  one: DeployedRoute;
  field: string;
  request: Request;
}

const isPart = ({ key }: DeployedRoute, field: Field): boolean => parts[nameOf(field)]?.includes(key) ?? false;

/** Whether a parameter of the path is the route's own resource, or what that is a part of. */
function isOwn({ route }: DeployedRoute, { place, path: [name = ''] }: Field): boolean {
  if (place !== 'path' || !route.resource) return false;
  return /^[a-z-]+\/<own>$/.test(route.resource({ [name]: '<own>' }, { key: 'a' }, { key: 'a' }));
}

const ownParams = ({ path }: DeployedRoute): Record<string, string> =>
  Object.fromEntries(kindsOf(path).map(([name, kind]) => [name, mine[kind] ?? '']));

function namedBy({ key, path: route, name }: { key: string; path: string; name: string }): string {
  const own = name === 'name' && route.startsWith('/auth') ? mine.groups : values[name]?.(mine);
  if (own === undefined) throw new Error(`${key}: test/contract/denies.test.ts does not know what ${name} names`);
  return own;
}

function caseOf(one: DeployedRoute, field: Field): Case & { value: string } {
  const { place, path } = field;
  const name = path.findLast((each) => each !== '[]') ?? '';
  const value = namedBy({ key: one.key, path: one.path, name });
  const params = { ...ownParams(one), ...(place === 'path' && { [name]: value }) };
  const query = { ...queryOf(one), ...(place === 'query' && { [name]: value }) };
  const room = { ...bodyOf(one), ...rooms()[`${one.key} ${nameOf(field)}`] };
  const body = one.method === 'GET' ? undefined : place === 'body' ? withValue(room, path, value) : room;
  return { one, field: nameOf(field), request: { params, query, body }, value };
}

/** What the route says that this request refers to, by the value of the field alone. */
function declared({ one, request, value }: Case & { value: string }): Reference | undefined {
  const { params, query, body } = request;
  const parsed = one.route.body?.safeParse(JSON.parse(JSON.stringify(body ?? {})));
  if (parsed?.error) throw new Error(`${one.key}: the body is not one: ${parsed.error.message}`);
  const input = { params, query, body: parsed?.data ?? {} };
  const exchange = { route: one.route, input, now: new Date(), principal: { default_vpc_id: 'vpc-default' } };
  const found = referencesOf(exchange as unknown as Parameters<typeof referencesOf>[0]);
  return found.find(({ kind, id }) => id === value || (kind === 'object' && id === `${mine.buckets}/${value}`));
}

async function replyOf({ one, request }: Case, resource: string, action: string) {
  const document = documentOf({}, { Effect: 'Deny', Action: action, Resource: resource });
  await expectStatus(200, call(updatePolicy, { bearer: owner.bearer, params: { id: ban }, body: { document } }));
  return call(await handlerOf(one), { bearer: bound.bearer, method: one.method, path: one.path, ...request });
}

const denial = (action: string, resource: string) => [
  403,
  'access_denied',
  `user ${bound.username} is not authorised to perform ${action} on ${resource}`,
];

/** Every field that may name a resource, of every route that policies decide. */
const fields = () => routes.flatMap((one) => (referenceFields.get(one.key) ?? []).map((field) => ({ one, field })));

const others = () => fields().filter(({ one, field }) => !isPart(one, field) && !isOwn(one, field));

test('every field that may name a resource is the route’s own, a part of it, or declared as a reference', () => {
  const known = fields().map(({ one, field }) => `${one.key} ${nameOf(field)}`);
  const excepted = Object.entries(parts).flatMap(([field, keys]) => keys.map((key) => `${key} ${field}`));
  expect(excepted.filter((name) => !known.includes(name))).toEqual([]);
  const undeclared = others().filter(({ one, field }) => !declared(caseOf(one, field)));
  expect(undeclared.map(({ one, field }) => `${one.key} ${nameOf(field)}`)).toEqual([]);
  expect(others().length).toBeGreaterThan(45);
});

test('every field that a route declares is one that it has', () => {
  const had = new Set(fields().map(({ one, field: { place, path } }) => [one.key, place, ...path].join('.')));
  const missing = routes.flatMap(({ key, route }) =>
    Object.keys(route.names ?? {})
      .map((name) => name.replace(/^params\./, 'path.'))
      .filter((name) => ![...had].some((field) => field.replaceAll('.[]', '') === `${key}.${name}`))
      .map((name) => `${key} ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a Deny on what a field names is 403, of the route’s action and of what the use stands for, and on nothing else', async () => {
  for (const { one, field } of others()) {
    const request = caseOf(one, field);
    const reference = declared(request) as Reference;
    const { service, resource } = placeOf(reference);
    const name = srn(service, owner.account_id, resource);
    const shown = reference.under ? `${name}*` : name;
    for (const action of [one.route.action ?? '', ...(reference.as ?? [readingOf(reference.kind)])]) {
      const reply = await replyOf(request, name.replaceAll('*', '?'), action);
      expect({ route: one.key, field: request.field, reply: refusal(reply) }).toEqual({
        route: one.key,
        field: request.field,
        reply: denial(action, shown),
      });
    }
    const { headers } = await replyOf(request, `${name}-other`.replace('secret/', 'open/'), '*');
    expect({ route: one.key, field: request.field, code: headers['x-error-code'] }).not.toEqual({
      route: one.key,
      field: request.field,
      code: 'access_denied',
    });
  }
});

test('a Deny of the route’s action on its own resource is 403', async () => {
  const own = fields().filter(({ one, field }) => isOwn(one, field));
  expect(own.length).toBeGreaterThan(80);
  for (const { one } of own) {
    const request = { one, field: 'own', request: { params: ownParams(one), query: queryOf(one), body: bodyOf(one) } };
    const { action, resource } = one.route;
    const [service = ''] = action?.split(':') ?? [];
    const name = srn(service, owner.account_id, resource?.(request.request.params, {}, {}) ?? '');
    expect({ route: one.key, reply: refusal(await replyOf(request, name, action ?? '')) }).toEqual({
      route: one.key,
      reply: denial(action ?? '', name),
    });
  }
});
