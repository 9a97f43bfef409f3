import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Handler } from '#lib/edge/route.ts';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { bodyOf, handlerOf, paramsIn } from '#test/contract/samples.ts';
import { type IamCaller, newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { newOperator, onLaptop } from '#test/support/accounts/operators.ts';
import { joined } from '#test/support/accounts/teams.ts';

/*
 * Every route of operators × everybody who might call it (contract 4.13). Nothing has the ids that are used, so that
 * whoever is let through is told 404, or answered with a list.
 */

let routes: DeployedRoute[];
let owner: SignedUp;
let admin: { bearer: string; email: string };
let key: IamCaller;

beforeAll(async () => {
  routes = (await readRoutes()).filter(({ route }) => isPlatformAction(route.action ?? ''));
  owner = await newOperator();
  const member = await joined(owner, 'admin');
  admin = { bearer: member.bearer, email: member.person.email };
  const policy = await newPolicy(owner, { Action: 'platform:*' });
  key = await newIamCaller(owner, { policy_ids: [policy] });
});
beforeEach(() => onLaptop());

const ids: Record<string, string> = {
  hosts: 'host-nobody',
  'join-tokens': 'nobodys',
  images: 'nothing-1',
  accounts: '100000000000',
  'ledger-differences': '100000000000-books',
};

const requestOf = (one: DeployedRoute): Call => {
  const id = ids[one.path.split('/')[2] ?? ''] ?? '';
  const params = Object.fromEntries(paramsIn(one.path).map((name) => [name, name === 'id' ? id : '203.0.113.7']));
  const { method, path } = one;
  return { method, path, params, ...(method !== 'GET' && { body: bodyOf(one) }) };
};

type Caller = (handler: Handler, request: Call) => Promise<Reply>;

const by =
  ({ bearer }: { bearer: string }): Caller =>
  (handler, request) =>
    call(handler, { ...request, bearer, ip: newIp() });

/** What each route answers a caller: its refusal, or that it let the caller through. */
async function told(caller: Caller): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const one of routes) {
    const { status, body } = await caller(await handlerOf(one), requestOf(one));
    found.push([one.key, status === 403 ? `403 ${body.error}` : status < 500 ? 'let through' : `${status}`]);
  }
  return found;
}

const all = (text: string) => routes.map((one) => [one.key, text]);
const changesOnly = (text: string) => routes.map((one) => [one.key, one.method === 'GET' ? 'let through' : text]);

test('the routes are those of the contract', () => {
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /platform/hosts/{id}',
    'DELETE /platform/hosts/{id}/addresses/{address}',
    'DELETE /platform/images/{id}',
    'DELETE /platform/join-tokens/{id}',
    'GET /platform/accounts',
    'GET /platform/accounts/{id}',
    'GET /platform/audit-logs',
    'GET /platform/hosts',
    'GET /platform/hosts/{id}',
    'GET /platform/hosts/{id}/addresses',
    'GET /platform/images',
    'GET /platform/join-tokens',
    'GET /platform/ledger-differences',
    'GET /platform/operations',
    'PATCH /platform/hosts/{id}',
    'POST /platform/accounts/{id}/block',
    'POST /platform/accounts/{id}/credit',
    'POST /platform/accounts/{id}/quotas',
    'POST /platform/accounts/{id}/unblock',
    'POST /platform/hosts/{id}/addresses',
    'POST /platform/hosts/{id}/drain',
    'POST /platform/hosts/{id}/fence',
    'POST /platform/hosts/{id}/resume',
    'POST /platform/images/{id}/import',
    'POST /platform/images/{id}/pull',
    'POST /platform/join-tokens',
    'POST /platform/ledger-differences/{id}/resolve',
  ]);
});

test('a customer is refused everywhere, and in the logs of both', async () => {
  const customer = await signedUp();
  const text = `account ${customer.account_id} does not operate this platform`;
  expect(await told(by(customer))).toEqual(all(`403 ${text}`));
  const changes = routes.filter(({ method }) => method !== 'GET').length;
  const denied = (await auditOf('platform')).filter(({ actor }) => actor.id === customer.user.id);
  expect(denied.map(({ status }) => status)).toEqual(Array(changes).fill(403));
  expect((await auditOf(customer.account_id)).filter(({ service }) => service === 'platform')).toHaveLength(changes);
});

test('a customer learns nothing by a request that is wrong', async () => {
  const customer = await signedUp();
  for (const one of routes.filter(({ method }) => method === 'POST')) {
    const request = { ...requestOf(one), body: { nonsense: true } };
    expect((await by(customer)(await handlerOf(one), request)).status).toBe(403);
  }
});

test('an administrator of the team of an operator is refused everywhere', async () => {
  const text = `user ${admin.email} is of the team of ${owner.account_id}, not one who operates this platform`;
  expect(await told(by(admin))).toEqual(all(`403 ${text}`));
});

test('an access key only reads, exchanged or signing, whatever its policy says', async () => {
  const text = `access keys only read here; user ${key.username} must log in to change this`;
  expect(await told(by(key))).toEqual(changesOnly(`403 ${text}`));
  const signing: Caller = (handler, request) => call(handler, signed(handler, key, { ...request, headers: {} }));
  expect(await told(signing)).toEqual(changesOnly(`403 ${text}`));
});

test('in a deployment root reads without a one-time code, and changes nothing', async () => {
  onLaptop(false);
  const text = `user ${owner.email} must log in with a one-time code to change this`;
  expect(await told(by(owner))).toEqual(changesOnly(`403 ${text}`));
});

test('an operator is let through everywhere', async () => {
  expect(await told(by(owner))).toEqual(all('let through'));
});

test('an IAM user of an operator is let through where a policy names the action, and nowhere else', async () => {
  const reader = await newIamCaller(owner, { policy_ids: [await newPolicy(owner, { Action: 'platform:List*' })] });
  const answers = Object.fromEntries(await told(by(reader)));
  expect(answers.listHosts).toBe('let through');
  const refused = `403 user ${reader.username} is not authorised to perform`;
  expect(answers.getHost).toBe(`${refused} platform:GetHost on srn:platform::${owner.account_id}:host/host-nobody`);
  expect(answers.listAccounts).toBe(
    `${refused} platform:ManageAccounts on srn:platform::${owner.account_id}:account/*`,
  );
});

test('a policy on everything reaches none of them', async () => {
  const policies = [
    'AdministratorAccess',
    await newPolicy(owner),
    await newPolicy(owner, { Action: ['*:*', '*:List*'] }),
  ];
  for (const policy of policies) {
    const full = await newIamCaller(owner, { policy_ids: [policy] });
    const answers = await told(by(full));
    const through = answers.filter(([, text]) => text === 'let through');
    expect(through).toEqual([]);
  }
});
