import { beforeEach, expect, test } from 'vitest';
import { handler as changePassword } from '#functions/auth/sessions/change-password.ts';
import { handler as deleteSession } from '#functions/auth/sessions/delete.ts';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as resendVerification } from '#functions/auth/sessions/resend-verification.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as updateAccount } from '#functions/auth/sessions/update-account.ts';
import { handler as verifyEmail } from '#functions/auth/sessions/verify-email.ts';
import type { Handler } from '#lib/edge/route.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { atConsole } from './console.ts';

let owner: SignedUp;
let logIn: () => Promise<string>;
beforeEach(async () => {
  owner = await signedUp();
  const alice = await atConsole(owner.account_id);
  logIn = async () => (await alice.logIn()).body.access_token;
});

test("an IAM user's sessions are listed and ended like a root user's, and are nobody else's", async () => {
  const [first, second] = [await logIn(), await logIn()];
  const { sessions } = (await call(listSessions, { bearer: second })).body;
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
  const { id } = sessions[1];
  expect((await call(deleteSession, { bearer: owner.bearer, params: { id } })).status).toBe(404);
  expect((await call(deleteSession, { bearer: second, params: { id } })).status).toBe(200);
  expect((await call(me, { bearer: first })).status).toBe(401);
  expect((await call(me, { bearer: second })).status).toBe(200);
});

test('a logout everywhere ends all of them, and no other principal’s', async () => {
  const [first, second] = [await logIn(), await logIn()];
  expect((await call(logout, { bearer: second, body: { all: true } })).status).toBe(200);
  for (const bearer of [first, second]) expect((await call(me, { bearer })).status).toBe(401);
  expect((await call(me, { bearer: owner.bearer })).status).toBe(200);
  expect((await call(me, { bearer: await logIn() })).status).toBe(200);
});

test.each<[string, Handler, (owner: SignedUp) => object, number]>([
  ['another account', switchAccount, ({ account_id }) => ({ account_id }), 404],
  ["the account's name", updateAccount, () => ({ name: 'Mine' }), 403],
  ['the password of a root user', changePassword, () => ({ current_password: 'x', new_password: 'y' }), 403],
  ['an address to verify', verifyEmail, () => ({ code: '123456' }), 403],
  ['another code for it', resendVerification, () => ({}), 403],
])('%s is not for an IAM user', async (_, handler, body, status) => {
  expect((await call(handler, { bearer: await logIn(), body: body(owner) })).status).toBe(status);
});
