import { afterEach, expect, test } from 'vitest';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { verified } from '#lib/testing/functions/verified.ts';

/*
 * The attacker has a thousand addresses and a list of passwords, in which the right one is late. Or the attacker only
 * wants to keep the owner out.
 */

afterEach(resetClock);

const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const barred = [429, 'too_many_attempts'];

/** A list of guesses, each from another address; the last is right. Answers how many were told that they are wrong. */
async function sprayed(email: string, password: string, size: number): Promise<{ wrong: number; last: Reply }> {
  const guesses = Array.from({ length: size }, (_, i) => `guess-number-${i}`);
  const replies = await Promise.all(guesses.map((guess) => from(newIp(), email, guess)));
  return { wrong: replies.filter(({ status }) => status === 401).length, last: await from(newIp(), email, password) };
}

const from = (ip: string, email: string, password: string) => call(login, { body: { email, password }, ip });

test('a list from a thousand addresses is tried up to its hundredth word', async () => {
  const { email, password } = await verified();
  const { wrong, last } = await sprayed(email, password, 300);
  expect([wrong, ...verdict(last)]).toEqual([100, ...barred]);
});

test('the addresses of one computer, and of one network of IPv6, are one address', async () => {
  const { email } = await verified();
  for (const ip of ['127.0.0.2', '2001:db8::1']) expect((await from(ip, email, 'guess')).status).toBe(401);
  const local = await Promise.all([3, 4, 5, 6, 7, 8].map((n) => from(`127.0.${n}.9`, email, 'guess')));
  const network = await Promise.all([3, 4, 5, 6, 7, 8].map((n) => from(`2001:db8::${n}:9`, email, 'guess')));
  for (const replies of [local, network]) expect(replies.filter(({ status }) => status === 401)).toHaveLength(4);
});

test('the owner logs in from where they did before, and anywhere after a reset', async () => {
  const { email, password } = await verified();
  const [home, elsewhere] = [newIp(), newIp()];
  expect((await from(home, email, password)).status).toBe(200);
  await sprayed(email, password, 150);
  expect((await from(home, email, password)).status).toBe(200);
  expect(verdict(await from(elsewhere, email, password))).toEqual(barred);
  expect((await call(forgotPassword, { body: { email }, ip: elsewhere })).status).toBe(200);
  const [mail] = await mailsTo(email);
  const changed = { token: mail?.token, password: 'cobalt-lantern-58-orchard' };
  expect((await call(resetPassword, { body: changed, ip: elsewhere })).status).toBe(200);
  expect((await from(elsewhere, email, changed.password)).status).toBe(200);
});
