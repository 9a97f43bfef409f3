import { beforeEach, expect, test } from 'vitest';
import { handler as changePassword } from '#functions/auth/sessions/change-password.ts';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';

const newPassword = 'cobalt-lantern-58-orchard';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
});

const logIn = (password: string) => call(login, { body: { email: user.email, password }, ip: newIp() });
const change = (current_password = user.password, new_password = newPassword, ip = newIp()) =>
  call(changePassword, { bearer: user.bearer, body: { current_password, new_password }, ip });
const problem = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];
const wrong = [401, 'invalid_credentials', 'current_password: is wrong'];

test('the password is another, this session goes on, and all others end', async () => {
  const other = (await logIn(user.password)).body;
  const reply = await change();
  expect([reply.status, reply.body]).toEqual([200, { status: 'password_changed' }]);
  expect((await call(me, { bearer: user.bearer })).status).toBe(200);
  expect((await call(refresh, { body: { refresh_token: user.refresh_token }, ip: newIp() })).status).toBe(200);
  expect((await call(me, { bearer: other.access_token })).status).toBe(401);
  expect((await call(refresh, { body: { refresh_token: other.refresh_token }, ip: newIp() })).status).toBe(401);
  expect((await logIn(user.password)).status).toBe(401);
  expect((await logIn(newPassword)).status).toBe(200);
  expect((await auditOf(user.account_id)).map(({ action }) => action)).toContain('changePassword');
});

test('a wrong current password is 401 and changes nothing; five bar it for a while', async () => {
  const ip = newIp();
  for (let i = 0; i < 5; i++) expect(problem(await change('not-the-password', newPassword, ip))).toEqual(wrong);
  expect((await change(user.password, newPassword, ip)).headers['x-error-code']).toBe('too_many_attempts');
  expect((await logIn(user.password)).status).toBe(200);
});

test('of many changes at once one wins', async () => {
  const passwords = Array.from({ length: 4 }, (_, i) => `cobalt-lantern-${i}8-orchard`);
  const replies = await Promise.all(passwords.map((password) => change(user.password, password)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logIn(winner)).status).toBe(200);
});

test('a new password that breaks a rule is refused, once the current one is right', async () => {
  expect((await change(user.password, 'short')).body.error).toBe('new_password: must have at least 8 characters');
  expect(problem(await change('not-the-password', 'short'))).toEqual(wrong);
});

test('a change ends the reset tokens that were mailed before', async () => {
  await call(forgotPassword, { body: { email: user.email }, ip: newIp() });
  const token = (await mailsTo(user.email))[0]?.token;
  expect((await change()).status).toBe(200);
  const late = await call(resetPassword, { body: { token, password: 'another-lantern-59-meadow' }, ip: newIp() });
  expect(problem(late)).toEqual([410, 'reset_token_expired', expect.stringMatching(/^token: was used or has expired/)]);
});

test('passwords are never echoed', async () => {
  const reply = await call(changePassword, {
    bearer: user.bearer,
    body: { current_password: 5, new_password: 'secret' },
  });
  expect(reply.body.error).toBe('current_password: must be a string');
});
