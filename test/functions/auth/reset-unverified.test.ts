import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { handler as verifyEmail } from '#functions/auth/sessions/verify-email.ts';
import { handler as verifyTwoFactor } from '#functions/auth/two-factor/verify.ts';
import type { Mail } from '#lib/model/platform/mail.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { accessKey, iamUser } from '#lib/testing/functions/iam-users.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { unverified, verified } from '#lib/testing/functions/verified.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { holdTransaction } from '#test/support/table/faults.ts';

/*
 * The effect of a reset on an account whose address was never verified. test/hostile/accounts checks that no attacker
 * stays.
 */

const newPassword = 'cobalt-lantern-58-orchard';

let user: SignedUp;
beforeEach(async () => {
  user = await unverified();
});
afterEach(resetClock);

async function mailed({ email }: SignedUp): Promise<Mail | undefined> {
  await call(forgotPassword, { body: { email }, ip: newIp() });
  return (await mailsTo(email)).find(({ kind }) => kind === 'reset_password');
}
const reset = (token: string | undefined) =>
  call(resetPassword, { body: { token, password: newPassword }, ip: newIp() });
const logIn = ({ email }: SignedUp) => call(login, { body: { email, password: newPassword }, ip: newIp() });

test('it verifies the address, and the mail says before what it takes along', async () => {
  const mail = await mailed(user);
  const says = expect.stringMatching(
    /This address was never verified.*revokes everything created before it: all sessions, access keys, bucket keys.*webhooks, invites/,
  );
  expect([mail?.text, mail?.html]).toEqual([says, says]);
  expect((await reset(mail?.token)).status).toBe(200);
  const { user: owner, access_token: bearer } = (await logIn(user)).body;
  expect(owner).toMatchObject({ email_verified: true, status: 'active', mfa_enabled: false });
  expect(refusal(await call(verifyEmail, { bearer, body: { code: '000000' } }))).toEqual([
    409,
    'wrong_state',
    'email: is already verified',
  ]);
});

test('of a verified address it ends sessions alone, and its mail speaks of no more', async () => {
  const owner = await verified();
  const alice = await iamUser(owner.account_id);
  const key = await accessKey(alice);
  const device = await enrolled(owner.bearer);
  const mail = await mailed(owner);
  expect(mail?.text).not.toMatch(/never verified|revokes/);
  expect((await reset(mail?.token)).status).toBe(200);
  expect((await call(me, { bearer: owner.bearer })).status).toBe(401);
  expect((await call(me, signed(me, key))).status).toBe(200);
  const asked = { account_id: owner.account_id, username: alice.username, password: goodPassword };
  expect((await call(iamLogin, { body: asked, ip: newIp() })).status).toBe(200);
  const { pending_token } = (await logIn(owner)).body;
  const code = await codeFor(device.secret);
  expect((await call(verifyTwoFactor, { body: { pending_token, code }, ip: newIp() })).status).toBe(200);
});

test('the second reset is one of a verified address', async () => {
  await reset((await mailed(user))?.token);
  const mail = await mailed(user);
  expect(mail?.text).not.toMatch(/never verified/);
  expect((await reset(mail?.token)).status).toBe(200);
  expect(await get(keys.account(user.account_id))).toMatchObject({ generation: 1 });
});

test('where the address is verified while the link is followed, it is one of a verified address', async () => {
  const mail = await mailed(user);
  const code = (await mailsTo(user.email)).find(({ kind }) => kind === 'verify_email')?.code;
  const held = holdTransaction('RESET#');
  const reply = reset(mail?.token);
  await held.reached;
  expect((await call(verifyEmail, { bearer: user.bearer, body: { code } })).status).toBe(200);
  held.release();
  expect((await reply).status).toBe(200);
  expect(await get(keys.account(user.account_id))).not.toHaveProperty('generation');
});
