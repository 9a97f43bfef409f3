import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { handler as verifyTwoFactor } from '#functions/auth/two-factor/verify.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { atConsole } from './iam-login/console.ts';
import { enrolled } from './mfa/devices.ts';

/* By contract 1.6 an identity has 100 failures within an hour from all addresses; then only known ones are tried. */

const month = 30 * 86_400;
let user: SignedUp;
let home: string;
beforeEach(async () => {
  resetClock();
  user = await verified();
  home = newIp();
  expect((await right(home)).status).toBe(200);
});
afterEach(resetClock);

const attempt = (password: string, ip: string, email = user.email) => call(login, { body: { email, password }, ip });
const right = (ip: string) => attempt(user.password, ip);
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const barred = [429, 'too_many_attempts'];
const wrong = [401, 'invalid_credentials'];

/** So many failures at once, each from an address of its own. */
const guess = (times: number, email = user.email) =>
  Promise.all(Array.from({ length: times }, () => attempt('not-the-password', newIp(), email)));
const statuses = (replies: readonly Reply[]) => {
  const of = (status: number) => replies.filter((reply) => reply.status === status).length;
  return { 401: of(401), 429: of(429) };
};

test('of 120 guesses at once from as many addresses, 100 learn that they were wrong', async () => {
  expect(statuses(await guess(120))).toEqual({ 401: 100, 429: 20 });
});

test('after 99 any address is tried, after 100 none that is new, with the hour that is left', async () => {
  await guess(99);
  expect((await right(newIp())).status).toBe(200);
  advanceClock(600);
  await guess(1);
  const reply = await right(newIp());
  expect(verdict(reply)).toEqual(barred);
  const seconds = Number(reply.headers['retry-after']);
  expect(seconds).toBeGreaterThan(2950);
  expect(seconds).toBeLessThanOrEqual(3000);
  expect(reply.body.error).toBe(`too many failed logins; try again in ${seconds} seconds`);
  advanceClock(seconds);
  expect((await right(newIp())).status).toBe(200);
});

test('an address from which it logged in is tried, by its own count, for 30 days', async () => {
  await guess(100);
  for (let i = 0; i < 4; i++) expect(verdict(await attempt('not-the-password', home))).toEqual(wrong);
  expect((await right(home)).status).toBe(200);
  for (let i = 0; i < 5; i++) expect(verdict(await attempt('not-the-password', home))).toEqual(wrong);
  expect(verdict(await right(home))).toEqual(barred);
  advanceClock(month);
  const late = newIp();
  expect((await right(late)).status).toBe(200);
  await guess(100);
  expect(verdict(await right(home))).toEqual(barred);
  expect((await right(late)).status).toBe(200);
});

test('a success does not clear what failed elsewhere', async () => {
  await guess(100);
  expect((await right(home)).status).toBe(200);
  expect(verdict(await right(newIp()))).toEqual(barred);
});

test('another identity is not barred; one that does not exist is, alike', async () => {
  const other = await signedUp();
  const nobody = newEmail();
  await guess(100);
  expect((await attempt(other.password, newIp(), other.email)).status).toBe(200);
  expect(statuses(await guess(101, nobody))).toEqual({ 401: 100, 429: 1 });
  expect(verdict(await attempt('whatever-it-is', newIp(), nobody))).toEqual(barred);
});

test('a password is reset meanwhile, and then counts as a login from there', async () => {
  await guess(100);
  const ip = newIp();
  expect((await call(forgotPassword, { body: { email: user.email }, ip })).body).toEqual({ status: 'sent' });
  const [mail] = await mailsTo(user.email);
  const password = 'cobalt-lantern-58-orchard';
  expect((await call(resetPassword, { body: { token: mail?.token, password }, ip })).status).toBe(200);
  expect((await attempt(password, ip)).status).toBe(200);
  expect(verdict(await attempt(password, newIp()))).toEqual(barred);
});

test('with one-time codes an address is known once the code was right too', async () => {
  const { secret } = await enrolled(user.bearer);
  const [half, whole] = [newIp(), newIp()];
  await right(half);
  const { pending_token } = (await right(whole)).body;
  const code = await codeFor(secret, 1);
  expect((await call(verifyTwoFactor, { body: { pending_token, code }, ip: whole })).status).toBe(200);
  await guess(100);
  expect(verdict(await right(half))).toEqual(barred);
  expect((await right(whole)).status).toBe(200);
});

describe('an address is', () => {
  test.each([
    ['all of 127.0.0.0/8', '127.0.0.2', '127.255.3.4'],
    ['a /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['IPv4, where IPv6 maps it', '198.51.100.9', '::ffff:198.51.100.9'],
  ])('%s', async (_, one, other) => {
    for (let i = 0; i < 5; i++) expect(verdict(await attempt('not-the-password', one))).toEqual(wrong);
    expect(verdict(await right(other))).toEqual(barred);
    expect(verdict(await right('2001:db8:1:3::1'))).not.toEqual(barred);
  });
});

test('the table has hashes alone, and a guess costs one call more than a failure did', async () => {
  const ip = newIp();
  const { calls } = await tableCalls(() => attempt('not-the-password', ip));
  expect(calls.length).toBeLessThanOrEqual(6);
  const counters = (await allItems()).filter(({ pk }) => String(pk).startsWith('T#'));
  expect(counters.length).toBeGreaterThan(2);
  const text = JSON.stringify(counters);
  for (const clear of [user.email, user.account_id, ip, home]) expect(text).not.toContain(clear);
});

describe('an IAM user', () => {
  const bySome = async (times: number, at: Awaited<ReturnType<typeof atConsole>>, more = {}) =>
    Promise.all(Array.from({ length: times }, () => at.logIn({ password: 'wrong', ...more }, { ip: newIp() })));

  test('is barred alike, from addresses that are not known, and so is one that does not exist', async () => {
    const at = await atConsole(user.account_id);
    expect((await at.logIn({}, { ip: home })).status).toBe(200);
    expect(statuses(await bySome(110, at))).toEqual({ 401: 100, 429: 10 });
    expect(verdict(await at.logIn({ username: at.user.username.toUpperCase() }, { ip: newIp() }))).toEqual(barred);
    expect((await at.logIn({}, { ip: home })).status).toBe(200);
    expect(statuses(await bySome(110, at, { username: 'nobody' }))).toEqual({ 401: 100, 429: 10 });
  });

  test('malformed logins count for nobody', async () => {
    const body = { account_id: '12', username: 'x', password: 'y' };
    expect((await call(iamLogin, { body, ip: newIp() })).status).toBe(400);
  });
});
