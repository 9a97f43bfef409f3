import { beforeAll, expect, test } from 'vitest';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { newIamCaller } from '#test/support/accounts/iam.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { bodyOf, handlerOf, paramsIn, queryOf } from './samples.ts';

/*
 * Every route × every kind of principal (contract 1.4, contract 1.10): either the request reaches the verb, whatever
 * the verb answers, or it is refused with 401 or 403 before. No resource has the ids that are used, so a request that
 * reaches the verb changes nothing.
 */

type Verdict = 'let through' | 'denied' | 'unknown' | 'internal error';
interface Caller {
  bearer?: string;
  name?: string;
}

let routes: DeployedRoute[];
let owner: SignedUp;
const callers: Record<'anonymous' | 'root' | 'full' | 'reader' | 'nobody', Caller> = {
  anonymous: {},
  root: {},
  full: {},
  reader: {},
  nobody: {},
};

beforeAll(async () => {
  routes = await readRoutes();
  await testGateway();
  owner = await verified();
  callers.root = { bearer: owner.bearer, name: owner.email };
  const named = async (policy_ids: string[]) => {
    const { bearer, username } = await newIamCaller(owner, { policy_ids });
    return { bearer, name: username };
  };
  callers.full = await named(['AdministratorAccess']);
  callers.reader = await named(['ReadOnlyAccess']);
  callers.nobody = await named([]);
});

const paramsOf = ({ path }: DeployedRoute) => Object.fromEntries(paramsIn(path).map((name) => [name, 'no-such-thing']));

async function ask(one: DeployedRoute, { bearer }: Caller): Promise<Reply> {
  const { method, path } = one;
  const request = { method, path, params: paramsOf(one), query: queryOf(one), body: bodyOf(one) };
  return call(await handlerOf(one), { bearer, ip: newIp(), ...request });
}

/** What the policies' refusal of a route must say to whom. */
function denial(one: DeployedRoute, name: string): string {
  const action = one.route.action ?? '';
  const [several] = one.route.query ? (one.route.resources?.(one.route.query.parse(queryOf(one))) ?? []) : [];
  const resource = several ?? one.route.resource?.(paramsOf(one), bodyOf(one) ?? {}, queryOf(one)) ?? '*';
  const place = srn(action.split(':')[0] ?? '', owner.account_id, resource);
  return `user ${name} is not authorised to perform ${action} on ${place}`;
}

function verdictOf(one: DeployedRoute, { status, headers, body }: Reply, { name = '' }: Caller): Verdict {
  if (headers['x-error-code'] === 'missing_credentials') return 'unknown';
  if (headers['x-error-code'] === 'internal') return 'internal error';
  return status === 403 && body.error === denial(one, name) ? 'denied' : 'let through';
}

/** One line a route: who is let through. */
const table = async (some: readonly DeployedRoute[], who: keyof typeof callers): Promise<[string, Verdict][]> =>
  Promise.all(
    some.map(async (one): Promise<[string, Verdict]> => {
      return [one.key, verdictOf(one, await ask(one, callers[who]), callers[who])];
    }),
  );

const all = (some: readonly DeployedRoute[], verdict: Verdict) => some.map(({ key }) => [key, verdict]);
/** Routes of operators have a matrix of their own: test/functions/platform/operators/matrix.test.ts. */
const governed = () =>
  routes.filter(({ route }) => !route.public && route.action !== null && !isPlatformAction(route.action));
const own = () => routes.filter(({ route }) => !route.public && route.action === null);

test('a route that is not public knows nobody without credentials', async () => {
  const closed = [...governed(), ...own()];
  expect(await table(closed, 'anonymous')).toEqual(all(closed, 'unknown'));
});

test.each(['root', 'full'] as const)('%s is let through everywhere', async (who) => {
  expect(await table(governed(), who)).toEqual(all(governed(), 'let through'));
});

test('who may read is let through where something is got or listed, and denied everywhere else', async () => {
  const reads = ({ route }: DeployedRoute) => /:(Get|List)/.test(route.action ?? '');
  expect(await table(governed(), 'reader')).toEqual(
    governed().map((one) => [one.key, reads(one) ? 'let through' : 'denied']),
  );
});

test('who has no policy is denied everywhere, in the contract’s words', async () => {
  expect(await table(governed(), 'nobody')).toEqual(all(governed(), 'denied'));
});

test('no policy is needed for one’s own credentials', async () => {
  for (const one of own()) {
    const { body } = await ask(one, callers.nobody);
    expect({ key: one.key, error: body.error ?? '' }).toEqual({
      key: one.key,
      error: expect.not.stringContaining('is not authorised to perform'),
    });
  }
});
