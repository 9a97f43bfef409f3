import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as resendVerification } from '#functions/auth/sessions/resend-verification.ts';
import { handler as verifyEmail } from '#functions/auth/sessions/verify-email.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { unverified } from '#lib/testing/functions/verified.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let user: SignedUp;
let code: string;
beforeEach(async () => {
  user = await unverified();
  code = (await mailsTo(user.email))[0]?.code ?? '';
});
afterEach(resetClock);

/** A code that is not this one. */
const not = (right: string, i = 1) => String((Number(right) + i) % 1_000_000).padStart(6, '0');

const verify = (code: string, ip = newIp()) => call(verifyEmail, { bearer: user.bearer, body: { code }, ip });
const verifyBy = (email: string, code: string, ip = newIp()) => call(verifyEmail, { body: { email, code }, ip });
const resend = () => call(resendVerification, { bearer: user.bearer });
const problem = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];

const wrong = [400, 'validation_failed', 'code: is wrong'];
const verified = [409, 'wrong_state', 'email: is already verified'];
const over = [410, 'code_expired', expect.stringMatching(/^code: is no longer valid \(10 minutes, 5 tries\)/)];
const tooMany = [429, 'too_many_attempts', expect.stringMatching(/^too many attempts; try again in \d+ seconds$/)];

test('a sign-up is mailed a code, which verifies its address', async () => {
  const mails = await mailsTo(user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ kind: 'verify_email', code: expect.stringMatching(/^\d{6}$/) });
  expect(mails[0]?.text).toContain(code);
  const reply = await verify(code);
  expect([reply.status, reply.body]).toEqual([200, { email_verified: true }]);
  expect((await call(me, { bearer: user.bearer })).body).toMatchObject({ email_verified: true, status: 'active' });
  expect((await auditOf(user.account_id)).at(-1)).toMatchObject({ action: 'verifyEmail', status: 200 });
});

test('the code verifies without a session too, beside the address, and is audited', async () => {
  const reply = await verifyBy(user.email.toUpperCase(), code);
  expect([reply.status, reply.body]).toEqual([200, { email_verified: true }]);
  expect((await auditOf(user.account_id)).at(-1)).toMatchObject({ action: 'verifyEmail', actor: { id: user.user.id } });
});

test('a wrong code is 400; the fifth ends the code', async () => {
  for (let i = 1; i <= 5; i++) expect(problem(await verify(not(code, i)))).toEqual(wrong);
  expect(problem(await verify(code))).toEqual(over);
  expect(problem(await verify(not(code)))).toEqual(over);
});

test('five wrong codes from one address bar it for 15 minutes, another code or not', async () => {
  const ip = newIp();
  for (let i = 1; i <= 5; i++) await verify(not(code, i), ip);
  advanceClock(61);
  expect((await resend()).status).toBe(200);
  const next = (await mailsTo(user.email))[0]?.code ?? '';
  const barred = await verify(next, ip);
  expect(problem(barred)).toEqual(tooMany);
  expect(Number(barred.headers['retry-after'])).toBeGreaterThan(800);
  expect((await verify(next)).status).toBe(200);
});

test('of twenty guesses at once five are looked at', async () => {
  const guesses = Array.from({ length: 20 }, (_, i) => verify(not(code, i + 1)));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(5).fill(400), ...Array(15).fill(410)]);
});

test('of five right codes at once one verifies', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, i) => (i % 2 ? verify(code) : verifyBy(user.email, code))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(409)]);
});

test('a code is good for ten minutes', async () => {
  advanceClock(599);
  const other = await unverified();
  const late = (await mailsTo(other.email))[0]?.code ?? '';
  advanceClock(2);
  expect(problem(await verify(code))).toEqual(over);
  expect(problem(await verifyBy(user.email, code))).toEqual(over);
  expect((await call(verifyEmail, { bearer: other.bearer, body: { code: late }, ip: newIp() })).status).toBe(200);
});

test('a verified address is not verified again', async () => {
  expect((await verify(code)).status).toBe(200);
  expect(problem(await verify(code))).toEqual(verified);
  expect(problem(await verifyBy(user.email, code))).toEqual(verified);
  expect(problem(await resend())).toEqual(verified);
});

test("another's code verifies nothing", async () => {
  const other = await unverified();
  const theirs = (await mailsTo(other.email))[0]?.code ?? '';
  if (theirs === code) return;
  expect(problem(await verify(theirs))).toEqual(wrong);
  expect(problem(await verifyBy(user.email, theirs))).toEqual(wrong);
});

test('who does not have the code cannot tell whether an address is registered, verified, or out of tries', async () => {
  const done = await unverified();
  await call(verifyEmail, { bearer: done.bearer, body: { code: (await mailsTo(done.email))[0]?.code }, ip: newIp() });
  const guess = not(code);
  const known = await tableCalls(() => verifyBy(user.email, guess));
  expect(await tableCalls(() => verifyBy(newEmail(), guess))).toEqual(known);
  for (let i = 1; i <= 5; i++) await verify(not(code, i));
  for (const email of [user.email, done.email, newEmail()]) {
    const ip = newIp();
    for (let i = 1; i <= 5; i++) expect(problem(await verifyBy(email, guess, ip))).toEqual(wrong);
    expect(problem(await verifyBy(email, guess, ip))).toEqual(tooMany);
  }
});

test('neither a session nor an address: 401', async () => {
  const reply = await call(verifyEmail, { body: { code }, ip: newIp() });
  expect(problem(reply)).toEqual([401, 'missing_credentials', 'log in, or send the e-mail address beside the code']);
});

test.each([
  [{}, 'code: is required (a string)'],
  [{ code: '12345' }, 'code: must be six digits'],
  [{ code: '12345a' }, 'code: must be six digits'],
  [{ code: 123_456 }, 'code: must be a string'],
  [{ code: '123456', email: 'nobody' }, 'email: "nobody" must be an e-mail address'],
  [{ code: '123456', user_id: 'usr-1' }, 'unknown field "user_id"'],
])('%j is refused', async (body, error) => {
  const reply = await call(verifyEmail, { bearer: user.bearer, body, ip: newIp() });
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test('another code may be asked for once a minute, and takes the place of the last', async () => {
  const soon = await resend();
  expect(problem(soon)).toEqual([
    429,
    'too_many_attempts',
    expect.stringMatching(/^a code was sent just now; ask for another in \d+ seconds$/),
  ]);
  expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50);
  advanceClock(60);
  const reply = await resend();
  expect([reply.status, reply.body]).toEqual([200, { status: 'sent' }]);
  const mails = await mailsTo(user.email);
  expect(mails).toHaveLength(2);
  const next = mails[0]?.code ?? '';
  if (next !== code) expect(problem(await verify(code))).toEqual(wrong);
  expect((await verify(next)).status).toBe(200);
});

test('of many who ask at once one is sent a code', async () => {
  advanceClock(60);
  const replies = await Promise.all(Array.from({ length: 6 }, resend));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(429)]);
  expect(await mailsTo(user.email)).toHaveLength(2);
});

test('a clock that was set back keeps nobody waiting', async () => {
  advanceClock(300);
  expect((await resend()).status).toBe(200);
  resetClock();
  expect((await resend()).status).toBe(200);
});

test('the table yields no code, sent or not', async () => {
  const waiting = await unverified();
  const items = JSON.stringify((await allItems()).filter((item) => !String(item.sk).startsWith('log-')));
  expect(items).not.toContain(`"${code}"`);
  const sent = (await mailsTo(waiting.email))[0]?.code ?? '';
  expect(items).not.toContain(`"${sent}"`);
});
