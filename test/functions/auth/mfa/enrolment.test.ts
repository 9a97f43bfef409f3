import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as disable } from '#functions/auth/mfa/disable.ts';
import { handler as enable } from '#functions/auth/mfa/enable.ts';
import { handler as setup } from '#functions/auth/mfa/setup.ts';
import { handler as show } from '#functions/auth/mfa/show.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { enrolled } from './devices.ts';

let user: SignedUp;
let ip: string;
beforeEach(async () => {
  resetClock();
  user = await signedUp();
  ip = newIp();
});
afterEach(resetClock);

const begin = () => call(setup, { bearer: user.bearer, ip });
const confirm = (code: string, more = {}) => call(enable, { bearer: user.bearer, body: { code }, ip, ...more });
const end = (body: object, more = {}) => call(disable, { bearer: user.bearer, body, ip, ...more });
const state = async () => (await call(show, { bearer: user.bearer, ip })).body;
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];

test('nobody has codes to begin with', async () => {
  expect(await state()).toEqual({ enabled: false, type: 'totp', enabled_at: null, recovery_codes_remaining: 0 });
});

test('a setup answers a seed, the link that apps open, and its QR code', async () => {
  const reply = await begin();
  expect(reply.status).toBe(200);
  const { secret, otpauth_url, qr_svg, expires_in } = reply.body;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(otpauth_url);
  expect(decodeURIComponent(url.pathname)).toBe(`/svc:${user.email}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret, issuer: 'svc' });
  expect(qr_svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/s);
  expect(expires_in).toBe(600);
  expect(await state()).toMatchObject({ enabled: false });
});

test('the seed stands nowhere in the clear', async () => {
  const { secret } = (await begin()).body;
  const { recovery_codes } = (await confirm(await codeFor(secret))).body;
  const stored = JSON.stringify(await allItems());
  for (const text of [secret, ...recovery_codes]) expect(stored).not.toContain(text);
});

test('a right code enables, and answers ten recovery codes', async () => {
  const { secret } = (await begin()).body;
  const reply = await confirm(await codeFor(secret));
  expect(reply).toMatchObject({ status: 200, body: { enabled: true } });
  expect(new Set(reply.body.recovery_codes).size).toBe(10);
  expect(await state()).toMatchObject({ enabled: true, recovery_codes_remaining: 10, enabled_at: expect.any(String) });
  expect((await call(me, { bearer: user.bearer })).body.mfa_enabled).toBe(true);
  expect((await auditOf(user.account_id)).slice(-2)).toMatchObject([
    { action: 'setupMfa', status: 200, path: '/auth/iam/me/mfa/setup' },
    { action: 'enableMfa', status: 200 },
  ]);
});

test('a wrong code is 400, and enables nothing', async () => {
  const { secret } = (await begin()).body;
  const reply = await confirm(await wrongCode(secret));
  expect(verdict(reply)).toEqual([400, 'validation_failed']);
  expect(reply.body.error).toBe('code: is wrong');
  expect(verdict(await confirm('12345'))).toEqual([400, 'validation_failed']);
  expect(await state()).toMatchObject({ enabled: false });
  expect((await confirm(await codeFor(secret))).status).toBe(200);
});

test('without a setup there is nothing to enable, and enabled is enabled', async () => {
  expect(verdict(await confirm('123456'))).toEqual([409, 'wrong_state']);
  const { secret } = await enrolled(user.bearer);
  expect(verdict(await confirm(await codeFor(secret)))).toEqual([409, 'wrong_state']);
  expect(verdict(await begin())).toEqual([409, 'wrong_state']);
});

test('a setup lasts ten minutes', async () => {
  const { secret } = (await begin()).body;
  advanceClock(590);
  expect((await confirm(await wrongCode(secret))).status).toBe(400);
  advanceClock(11);
  expect(verdict(await confirm(await codeFor(secret)))).toEqual([410, 'code_expired']);
  expect((await begin()).status).toBe(200);
});

test('a new setup takes the place of one that was never finished', async () => {
  const first = (await begin()).body;
  const second = (await begin()).body;
  expect((await confirm(await codeFor(first.secret))).status).toBe(400);
  expect((await confirm(await codeFor(second.secret))).status).toBe(200);
});

test('five wrong codes end a setup, wherever they come from', async () => {
  const { secret } = (await begin()).body;
  const wrong = await wrongCode(secret);
  for (let i = 0; i < 5; i++) expect((await confirm(wrong, { ip: newIp() })).status).toBe(400);
  expect(verdict(await confirm(await codeFor(secret), { ip: newIp() }))).toEqual([410, 'code_expired']);
});

test('five wrong codes from one address bar it for a while, from the next setup too', async () => {
  const wrong = await wrongCode((await begin()).body.secret);
  for (let i = 0; i < 5; i++) expect((await confirm(wrong)).status).toBe(400);
  const { secret } = (await begin()).body;
  const barred = await confirm(await codeFor(secret));
  expect(verdict(barred)).toEqual([429, 'too_many_attempts']);
  expect(Number(barred.headers['retry-after'])).toBeGreaterThan(890);
  expect((await confirm(await codeFor(secret), { ip: newIp() })).status).toBe(200);
});

test('of many enablings at once, one answers the recovery codes that count', async () => {
  const { secret } = (await begin()).body;
  const code = await codeFor(secret);
  const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(code)));
  const won = replies.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { status } of replies.filter((reply) => !won.includes(reply))) expect([409, 410]).toContain(status);
  advanceClock(60);
  expect((await end({ code: won[0]!.body.recovery_codes[3] })).status).toBe(200);
});

test('codes are disabled by a new code, a recovery code or the password', async () => {
  for (const proof of ['code', 'recovery', 'password']) {
    const { secret, recovery_codes } = await enrolled(user.bearer);
    const body = { code: { code: await codeFor(secret) }, recovery: { code: recovery_codes[0] } }[proof] ?? {
      password: user.password,
    };
    const reply = await end(body);
    expect(reply).toMatchObject({ status: 200, body: { enabled: false } });
    expect(await state()).toEqual({ enabled: false, type: 'totp', enabled_at: null, recovery_codes_remaining: 0 });
    const again = await call(login, { body: { email: user.email, password: user.password }, ip });
    expect(again.body.access_token).toEqual(expect.any(String));
    user = { ...user, bearer: again.body.access_token };
  }
});

test('they are not disabled by anything else', async () => {
  expect(verdict(await end({ code: '123456' }))).toEqual([409, 'wrong_state']);
  const { secret } = await enrolled(user.bearer);
  for (const body of [
    { code: await wrongCode(secret) },
    { code: await codeFor(secret, -2) },
    { code: 'k7m2x-9qd4w' },
    { password: 'not-the-password' },
  ]) {
    expect(verdict(await end(body))).toEqual([400, 'validation_failed']);
  }
  for (const body of [{}, { code: '123456', password: 'x' }, { code: 'x' }, { password: 5 }]) {
    expect(verdict(await end(body))).toEqual([400, 'validation_failed']);
  }
  expect(await state()).toMatchObject({ enabled: true });
});

test('guessing at the disabling is barred after five', async () => {
  const { secret } = await enrolled(user.bearer);
  for (let i = 0; i < 5; i++) expect((await end({ password: 'not-the-password' })).status).toBe(400);
  expect(verdict(await end({ code: await codeFor(secret) }))).toEqual([429, 'too_many_attempts']);
  expect((await end({ code: await codeFor(secret) }, { ip: newIp() })).status).toBe(200);
});

test('a replay under its key answers the same recovery codes', async () => {
  const { secret } = (await begin()).body;
  const more = { headers: { 'idempotency-key': 'enable-1' } };
  const code = await codeFor(secret);
  const first = await confirm(code, more);
  const again = await confirm(code, more);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});
