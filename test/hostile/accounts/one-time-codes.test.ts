import { afterEach, expect, test } from 'vitest';
import { handler as setup } from '#functions/auth/mfa/setup.ts';
import { handler as showMfa } from '#functions/auth/mfa/show.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as verifyTwoFactor } from '#functions/auth/two-factor/verify.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import { expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { hijacked, ownerBearer, ownerLogin, takenOver } from './hijacked.ts';

/*
 * The attacker sets up one-time codes for the root user, so that the address's owner cannot log in with any password.
 */

afterEach(resetClock);

test('the owner logs in without the attacker’s codes, and sets up their own', async () => {
  const { attacker } = await hijacked((owner) => enrolled(owner.bearer));
  await takenOver(attacker);
  const reply = await ownerLogin(attacker);
  expect([reply.status, reply.body.requires_2fa, reply.body.user.mfa_enabled]).toEqual([200, undefined, false]);
  const bearer: string = reply.body.access_token;
  expect((await call(showMfa, { bearer })).body).toMatchObject({ enabled: false, recovery_codes_remaining: 0 });
  await enrolled(bearer);
  expect((await ownerLogin(attacker)).body.requires_2fa).toBe(true);
});

test('a login that waited for the attacker’s code leads nowhere', async () => {
  const { attacker, loot: device } = await hijacked((owner) => enrolled(owner.bearer));
  const body = { email: attacker.email, password: attacker.password };
  const { pending_token } = await expectStatus(200, call(login, { body, ip: newIp() }));
  await takenOver(attacker);
  const code = await codeFor(device.secret);
  const reply = await call(verifyTwoFactor, { body: { pending_token, code }, ip: newIp() });
  expect(refusal(reply)).toEqual([410, 'token_expired', expect.any(String)]);
});

test('a setup that the attacker began is not what the owner enables', async () => {
  const { attacker } = await hijacked((owner) => call(setup, { bearer: owner.bearer, method: 'POST', body: {} }));
  await takenOver(attacker);
  const bearer = await ownerBearer(attacker);
  expect((await call(showMfa, { bearer })).body.enabled).toBe(false);
  await enrolled(bearer);
});
