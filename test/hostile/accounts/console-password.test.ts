import { afterEach, expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as setPassword } from '#functions/auth/iam-login/set-password.ts';
import { handler as verify } from '#functions/auth/iam-login/verify.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as listUsers } from '#functions/auth/iam-users/list.ts';
import { handler as updatePassword } from '#functions/auth/iam-users/update-password.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import { callerOf, expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { hijacked, ownerBearer, takenOver } from './hijacked.ts';

/* The attacker makes an administrator who logs in at the console with a password, with or without one-time codes. */

afterEach(resetClock);

const administrator =
  (more: object = {}) =>
  async (owner: SignedUp): Promise<string> => {
    const username = newName('helpdesk');
    const policy_ids = ['AdministratorAccess'];
    const body = { username, policy_ids, password: goodPassword, password_reset_required: false, ...more };
    await expectStatus(201, callerOf(owner)(createUser, { body }));
    return username;
  };

const logIn = ({ account_id }: SignedUp, username: string, password = goodPassword) =>
  call(iamLogin, { body: { account_id, username, password }, ip: newIp() });

test('the console is closed to an administrator of before, until the owner sets a password', async () => {
  const { attacker, loot: username } = await hijacked(administrator());
  expect((await logIn(attacker, username)).status).toBe(200);
  await takenOver(attacker);
  expect(refusal(await logIn(attacker, username))).toEqual([
    401,
    'invalid_credentials',
    'invalid account, username or password',
  ]);
  const owner = callerOf({ bearer: await ownerBearer(attacker) });
  const { users } = await expectStatus(200, owner(listUsers));
  expect(users).toMatchObject([{ username, console_access: false, policies: [expect.any(String)] }]);
  const body = { generate: true, password_reset_required: false };
  const { password } = await expectStatus(200, owner(updatePassword, { params: { username }, body }));
  expect((await logIn(attacker, username)).status).toBe(401);
  expect((await logIn(attacker, username, password)).status).toBe(200);
});

test('a login that waited for a new password leads nowhere', async () => {
  const { attacker, loot: username } = await hijacked(administrator({ password_reset_required: true }));
  const { pending_token } = await expectStatus(200, logIn(attacker, username));
  await takenOver(attacker);
  const reply = await call(setPassword, {
    body: { pending_token, new_password: 'amber-signal-20-meadow' },
    ip: newIp(),
  });
  expect(refusal(reply)).toEqual([410, 'token_expired', expect.any(String)]);
});

test('codes of before are neither asked for nor taken once the owner has set a password', async () => {
  const { attacker, loot } = await hijacked(async (owner) => {
    const username = await administrator()(owner);
    const { access_token } = await expectStatus(200, logIn(owner, username));
    return { username, device: await enrolled(access_token) };
  });
  const { username, device } = loot;
  const { pending_token } = await expectStatus(200, logIn(attacker, username));
  await takenOver(attacker);
  const code = await codeFor(device.secret);
  expect(refusal(await call(verify, { body: { pending_token, code }, ip: newIp() }))[0]).toBe(410);
  const owner = callerOf({ bearer: await ownerBearer(attacker) });
  const body = { generate: true, password_reset_required: false };
  const { password } = await expectStatus(200, owner(updatePassword, { params: { username }, body }));
  const entered = await expectStatus(200, logIn(attacker, username, password));
  expect(entered.user).toMatchObject({ username, mfa_enabled: false });
  await enrolled(entered.access_token);
  expect((await logIn(attacker, username, password)).body.requires_2fa).toBe(true);
});
