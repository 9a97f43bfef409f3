import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as verifyRoot } from '#functions/auth/two-factor/verify.ts';
import { defaultPasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { putPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import { transact } from '#lib/store/platform/write.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { atConsole } from './console.ts';

const nextPassword = 'copper-lantern-47-orchard';

let owner: SignedUp;
beforeAll(async () => {
  owner = await signedUp();
});

let at: Awaited<ReturnType<typeof atConsole>>;
beforeEach(async () => {
  resetClock();
  at = await atConsole(owner.account_id);
});
afterEach(resetClock);

const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const over = [410, 'token_expired'];

test('a password that must be changed leads to nothing but its change', async () => {
  await at.change({ password_reset_required: true });
  const reply = await at.logIn();
  expect(reply.body).toEqual({
    password_reset_required: true,
    pending_token: expect.stringMatching(/^pt_/),
    expires_in: 300,
  });
  expect(reply.setCookies).toEqual([]);
  expect(verdict(await at.finish(reply.body.pending_token, '123456'))).toEqual(over);
  const weak = await at.renew(reply.body.pending_token, 'short');
  expect(verdict(weak)).toEqual([400, 'validation_failed']);
  expect(weak.body.error).toContain('new_password: must have at least 12 characters');
  expect(verdict(await at.renew(reply.body.pending_token, goodPassword))).toEqual([400, 'validation_failed']);
  const done = await at.renew(reply.body.pending_token, nextPassword);
  expect(done.status).toBe(200);
  expect((await call(me, { bearer: done.body.access_token })).body.username).toBe(at.user.username);
  expect(verdict(await at.renew(reply.body.pending_token, `${nextPassword}-2`))).toEqual(over);
  expect(verdict(await at.logIn())).toEqual([401, 'invalid_credentials']);
  expect((await at.logIn({ password: nextPassword })).body.access_token).toEqual(expect.any(String));
  expect(await at.stored()).toMatchObject({ password_reset_required: false, last_login_at: expect.any(String) });
});

test('the change of a password ends the sessions of before', async () => {
  const before = (await at.logIn()).body.access_token;
  await at.change({ password_reset_required: true });
  const { pending_token } = (await at.logIn()).body;
  expect((await at.renew(pending_token, nextPassword)).status).toBe(200);
  expect(verdict(await call(me, { bearer: before }))).toEqual([401, 'invalid_token']);
});

test('a password older than the account allows must be changed', async () => {
  const account = await signedUp();
  const theirs = await iamUser(account.account_id);
  await transact([putPasswordPolicy(account.account_id, undefined, { ...defaultPasswordPolicy, max_age_days: 30 })]);
  const body = { account_id: account.account_id, username: theirs.username };
  expect((await at.logIn(body)).body).toHaveProperty('access_token');
  advanceClock(30 * 86_400);
  expect((await at.logIn(body)).body).toHaveProperty('password_reset_required', true);
});

test('one pending token sets one password, however many try at once', async () => {
  await at.change({ password_reset_required: true });
  const { pending_token } = (await at.logIn()).body;
  const replies = await Promise.all([1, 2, 3].map((i) => at.renew(pending_token, `${nextPassword}-${i}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 410)).toHaveLength(2);
  const passwords = await Promise.all(
    [1, 2, 3].map((i) => at.logIn({ password: `${nextPassword}-${i}` }, { ip: newIp() })),
  );
  expect(passwords.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 200 ? 200 : 401)));
});

test('with one-time codes, a code comes between, also after a change of password', async () => {
  const { secret, recovery_codes } = await enrolled((await at.logIn()).body.access_token);
  const asked = await at.logIn();
  expect(asked.body).toEqual({ requires_2fa: true, pending_token: expect.any(String), expires_in: 300 });
  expect(verdict(await at.finish(asked.body.pending_token, await wrongCode(secret)))).toEqual([
    401,
    'invalid_credentials',
  ]);
  const body = { pending_token: asked.body.pending_token, code: await codeFor(secret) };
  expect(verdict(await call(verifyRoot, { body, ip: at.ip }))).toEqual(over);
  const done = await at.finish(asked.body.pending_token, await codeFor(secret));
  expect(done.status).toBe(200);
  expect(peek(done.body.access_token).payload).toMatchObject({ typ: 'iam', amr: ['pwd', 'otp'] });
  await at.change({ password_reset_required: true });
  const { pending_token } = (await at.logIn()).body;
  const next = await at.renew(pending_token, nextPassword);
  expect(next.body).toEqual({ requires_2fa: true, pending_token: expect.any(String), expires_in: 300 });
  expect((await at.finish(next.body.pending_token, recovery_codes[0]!)).status).toBe(200);
});

test('a closed console, or a new password, ends what was half done', async () => {
  await at.change({ password_reset_required: true });
  const { pending_token } = (await at.logIn()).body;
  await at.change({ password_hash: null, generation: at.user.generation + 1 });
  expect(verdict(await at.renew(pending_token, nextPassword))).toEqual(over);
});
