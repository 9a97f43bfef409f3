import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as createTopup } from '#functions/auth/billing/create-topup.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as createPolicy } from '#functions/auth/policies/create.ts';
import { handler as verifyEmail } from '#functions/auth/sessions/verify-email.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as createWebhook } from '#functions/auth/webhooks/create.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import type { Handler } from '#lib/edge/route.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { unverified, unverify, verified } from '#lib/testing/functions/verified.ts';
import { documentOf, newName, refusal } from '#test/support/accounts/iam.ts';
import { iamBearer, joined } from '#test/support/accounts/teams.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/** An account with every kind of principal that may act in it; each is allowed everything. */
let owner: SignedUp;
let bearers: Record<'root' | 'member' | 'iam', string>;
let username: string;
beforeAll(async () => {
  owner = await verified();
  const { bearer: member } = await joined(owner, 'admin');
  const all = { Effect: 'Allow', Action: '*', Resource: '*' } as const;
  const { bearer: iam } = await iamBearer(owner.account_id, [all]);
  bearers = { root: owner.bearer, member, iam };
  ({ username } = await iamUser(owner.account_id));
});
beforeEach(() => unverify(owner));

const gated: [string, Handler, () => object][] = [
  ['an IAM user', createUser, () => ({ body: { username: newName() } })],
  ['an access key', createKey, () => ({ params: { username } })],
  ['a group', createGroup, () => ({ body: { name: newName('group') } })],
  ['a policy', createPolicy, () => ({ body: { name: newName('policy'), document: documentOf({}) } })],
  ['a webhook', createWebhook, () => ({ body: { url: 'https://hooks.example.com/team' } })],
  ['an invite', invite, () => ({ body: { email: newEmail(), role: 'viewer' } })],
  ['a top-up', createTopup, () => ({ body: { amount_paise: 10_000 } })],
];

const own = 'the e-mail address is not verified; see POST /auth/verify-email';
const owners = "the e-mail address of the account's owner is not verified; they do so with POST /auth/verify-email";
const everybody = [
  ['root', own],
  ['member', owners],
  ['iam', owners],
] as const;

const made = async () => (await allItems()).filter(({ pk }) => !/#(audit)$|^(R|I|T)#/.test(String(pk)));

describe.each(gated)('%s needs the owner’s verified address', (_, handler, request) => {
  test.each(everybody)('of %s: 403, and nothing is made', async (who, text) => {
    const before = await made();
    const reply = await call(handler, { bearer: bearers[who], ...request() });
    expect(refusal(reply)).toEqual([403, 'email_not_verified', text]);
    expect(await made()).toEqual(before);
  });
});

test('what is wrong with the request, and what is not there, is said before', async () => {
  const ask = (handler: Handler, request: object) => call(handler, { bearer: owner.bearer, ...request });
  expect((await ask(createUser, { body: { username: 'a b' } })).status).toBe(400);
  expect((await ask(createKey, { params: { username: newName() } })).status).toBe(404);
  expect((await ask(createUser, { body: { username: newName(), groups: [newName('group')] } })).status).toBe(404);
  const { bearer } = await iamBearer(owner.account_id, [{ Effect: 'Deny', Action: ['*'], Resource: ['*'] }]);
  expect(refusal(await call(createUser, { bearer, body: { username: newName() } }))).toEqual([
    403,
    'access_denied',
    expect.stringMatching(/is not authorised to perform iam:CreateUser/),
  ]);
});

test('a member whose own address is not verified acts where the owner’s is', async () => {
  const team = await verified();
  const { bearer, person } = await joined(team, 'admin');
  await unverify(person);
  expect((await call(createGroup, { bearer, body: { name: newName('group') } })).status).toBe(201);
});

test('with the code from the mail all of it is open, and a launch under the key that was refused', async () => {
  const person = await unverified();
  await standInHost();
  const ask = (handler: Handler, body: object) => call(handler, { bearer: person.bearer, body });
  const first = { bearer: person.bearer, body: launchBody(), headers: { 'idempotency-key': 'first-machine' } };
  expect(refusal(await call(launch, first))).toEqual([403, 'email_not_verified', own]);
  expect((await ask(createUser, { username: 'alice' })).status).toBe(403);
  const [mail] = await mailsTo(person.email);
  expect((await ask(verifyEmail, { code: mail?.code })).status).toBe(200);
  expect((await call(launch, first)).status).toBe(201);
  expect((await ask(createUser, { username: 'alice' })).status).toBe(201);
  const key = await call(createKey, { bearer: person.bearer, params: { username: 'alice' } });
  expect(key.status).toBe(201);
});
