import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';

let user: SignedUp;
let ip: string;
beforeEach(async () => {
  user = await signedUp();
  ip = newIp();
});
afterEach(resetClock);

const attempt = (password: string, more: { email?: string; ip?: string } = {}) =>
  call(login, { body: { email: more.email ?? user.email, password }, ip: more.ip ?? ip });
const right = (more = {}) => attempt(user.password, more);
const wrong = (more = {}) => attempt('not-the-password', more);

async function fail(times: number, more = {}) {
  for (let i = 0; i < times; i++) expect((await wrong(more)).status).toBe(401);
}

test('after five failures even the right password waits, for as long as it is told', async () => {
  await fail(5);
  const barred = await right();
  expect(barred.status).toBe(429);
  expect(barred.headers['x-error-code']).toBe('too_many_attempts');
  const seconds = Number(barred.headers['retry-after']);
  expect(seconds).toBeGreaterThan(890);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(barred.body.error).toBe(`too many failed logins; try again in ${seconds} seconds`);
  advanceClock(seconds - 5);
  expect((await right()).headers['retry-after']).toMatch(/^[1-5]$/);
  advanceClock(5);
  expect((await right()).status).toBe(200);
});

test('while barred, further attempts do not prolong it', async () => {
  await fail(5);
  advanceClock(600);
  expect((await wrong()).status).toBe(429);
  advanceClock(301);
  await fail(5);
  expect((await right()).status).toBe(429);
});

test('a success forgets the failures', async () => {
  await fail(4);
  expect((await right()).status).toBe(200);
  await fail(4);
  expect((await right()).status).toBe(200);
});

test('failures older than 15 minutes do not count', async () => {
  await fail(4);
  advanceClock(901);
  await fail(4);
  expect((await right()).status).toBe(200);
});

test('another address, and another identity, are not barred', async () => {
  await fail(5);
  expect((await right({ ip: newIp() })).status).toBe(200);
  const other = await signedUp();
  expect((await attempt(other.password, { email: other.email })).status).toBe(200);
});

test('an unknown identity is barred alike, so that nobody learns of it', async () => {
  const email = newEmail();
  await fail(5, { email });
  expect((await wrong({ email })).status).toBe(429);
});

test('of ten wrong guesses at once, five learn that they were wrong', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => wrong()));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(5).fill(429)]);
  expect((await right()).status).toBe(429);
});

test('ten right logins at once all succeed', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => right()));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('a clock that was set back does not bar anybody for longer than 15 minutes', async () => {
  advanceClock(3600);
  await fail(5);
  resetClock();
  expect((await right()).status).toBe(200);
});
