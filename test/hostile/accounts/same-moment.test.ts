import { expect, onTestFinished, test, vi } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as enableMfa } from '#functions/auth/mfa/enable.ts';
import { handler as setupMfa } from '#functions/auth/mfa/setup.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as info } from '#functions/auth/team/info.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as createWebhook } from '#functions/auth/webhooks/create.ts';
import { handler as createBucketKey } from '#functions/storage/access-keys/create.ts';
import type { Handler } from '#lib/edge/route.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { shown } from '#test/functions/auth/webhooks/hooks.ts';
import { callerOf, expectStatus, newName } from '#test/support/accounts/iam.ts';
import { invited } from '#test/support/accounts/teams.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { holdTransaction } from '#test/support/table/faults.ts';
import { hijacked, ownerBearer, ownerLogin, takenOver } from './hijacked.ts';

/*
 * The attacker's request is authenticated before the reset, and commits right after it, when the address is verified.
 * What the request makes must be as useless as what was there before.
 */

/** Sends a request whose transaction, known by a partition key in it, is held until the owner has the account. */
async function overtaken(attacker: Parameters<typeof takenOver>[0], pk: string, send: () => Promise<Reply>) {
  const held = holdTransaction(pk);
  const reply = send();
  await held.reached;
  await takenOver(attacker);
  held.release();
  return reply;
}

const prepare = async (owner: Parameters<typeof callerOf>[0]): Promise<string> => {
  const username = newName();
  const policy_ids = ['AdministratorAccess'];
  const body = { username, policy_ids, password: goodPassword, password_reset_required: false };
  await expectStatus(201, callerOf(owner)(createUser, { body }));
  return username;
};

test('an access key', async () => {
  const { attacker, loot: username } = await hijacked(prepare);
  const { bearer } = attacker;
  const reply = await overtaken(attacker, 'KEY#', () => call(createKey, { bearer, params: { username } }));
  expect((await call(me, signed(me, reply.body))).status).toBe(401);
});

test('a console password', async () => {
  const { attacker } = await hijacked(async () => undefined);
  const { bearer, account_id } = attacker;
  const username = newName();
  const body = { username, password: goodPassword, password_reset_required: false };
  await overtaken(attacker, `A#${account_id}#iam-user`, () => call(createUser, { bearer, body }));
  const asked = { account_id, username, password: goodPassword };
  expect((await call(iamLogin, { body: asked, ip: newIp() })).status).toBe(401);
});

test('a webhook', async () => {
  const { attacker } = await hijacked(async () => undefined);
  const { bearer, account_id } = attacker;
  const body = { url: 'https://hooks.example.com/x' };
  const reply = await overtaken(attacker, `A#${account_id}#webhook`, () => call(createWebhook, { bearer, body }));
  expect((await shown({ bearer: await ownerBearer(attacker) }, reply.body.id)).status).toBe('disabled');
});

test('an invite', async () => {
  const { attacker } = await hijacked(async () => undefined);
  const { bearer, account_id } = attacker;
  const body = { email: newEmail(), role: 'admin' };
  const reply = await overtaken(attacker, `A#${account_id}#invite`, () => call(invite, { bearer, body }));
  expect((await call(info, { query: { token: reply.body.token }, ip: newIp() })).status).toBe(404);
});

test.each<
  [string, (account: { account_id: string; email: string; password: string }, username: string) => [Handler, object]]
>([
  ['the root user', ({ email, password }) => [login, { email, password }]],
  ['an IAM user', ({ account_id }, username) => [iamLogin, { account_id, username, password: goodPassword }]],
])('a session of %s', async (_, asked) => {
  const { attacker, loot } = await hijacked(prepare);
  const [handler, body] = asked(attacker, loot);
  const reply = await overtaken(attacker, 'S#', () => call(handler, { body, ip: newIp() }));
  expect((await call(me, { bearer: reply.body.access_token ?? 'none' })).status).toBe(401);
});

test('one-time codes of the root user', async () => {
  const { attacker, loot: secret } = await hijacked(async ({ bearer }) => {
    return (await expectStatus(200, call(setupMfa, { bearer, method: 'POST', body: {} }))).secret as string;
  });
  const code = await codeFor(secret);
  const { bearer } = attacker;
  const reply = await overtaken(attacker, `U#${attacker.user.id}`, () => call(enableMfa, { bearer, body: { code } }));
  expect(reply.status).toBe(401);
  expect((await ownerLogin(attacker)).body.user.mfa_enabled).toBe(false);
});

test('a key of a bucket, on a laptop: elsewhere an address that is not verified gets none', async () => {
  vi.stubEnv('SVC_MODE', 'local');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { attacker, loot: name } = await hijacked((owner) => newBucket(owner));
  const { bearer } = attacker;
  const body = { name: 'app', permission: 'readwrite' };
  const reply = await overtaken(attacker, 'S3KEY#', () => call(createBucketKey, { bearer, params: { name }, body }));
  expect([reply.status, reply.headers['x-error-code']]).toEqual([401, 'invalid_token']);
});

test('a membership by an invite of before', async () => {
  const accomplice = await verified();
  const { attacker, loot } = await hijacked((owner) => invited(owner, accomplice.email, 'admin'));
  const { bearer } = accomplice;
  const { account_id } = attacker;
  const body = { token: loot.token };
  await overtaken(attacker, `A#${account_id}#member`, () => call(accept, { bearer, body }));
  expect((await call(switchAccount, { bearer, body: { account_id } })).status).toBe(404);
});
