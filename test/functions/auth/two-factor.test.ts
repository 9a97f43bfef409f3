import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as disable } from '#functions/auth/mfa/disable.ts';
import { handler as show } from '#functions/auth/mfa/show.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as verify } from '#functions/auth/two-factor/verify.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { type Device, enrolled } from './mfa/devices.ts';

let user: SignedUp;
let device: Device;
let ip: string;
beforeEach(async () => {
  resetClock();
  user = await signedUp();
  device = await enrolled(user.bearer);
  ip = newIp();
});
afterEach(resetClock);

const logIn = (more = {}) => call(login, { body: { email: user.email, password: user.password }, ip, ...more });
const begun = async (): Promise<string> => (await logIn()).body.pending_token;
const finish = (pending_token: string, code: string, more = {}) =>
  call(verify, { body: { pending_token, code }, ip, ...more });
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const over = [410, 'token_expired'];
const wrong = [401, 'invalid_credentials'];

test('a right password asks for a code, and logs nobody in', async () => {
  const reply = await logIn();
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    requires_2fa: true,
    pending_token: expect.stringMatching(/^pt_[\w-]{43}$/),
    expires_in: 300,
  });
  expect(reply.setCookies).toEqual([]);
  expect(JSON.stringify(await allItems())).not.toContain(reply.body.pending_token);
  expect((await call(me, { bearer: reply.body.pending_token })).status).toBe(401);
});

test('with the code it is a session like any other, that says it stands on a code', async () => {
  const reply = await finish(await begun(), await codeFor(device.secret));
  expect(reply).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 900, user: { id: user.user.id } },
  });
  expect(Object.keys(reply.cookies)).toEqual(['svc_access', 'svc_refresh']);
  expect(peek(reply.body.access_token).payload).toMatchObject({ typ: 'root', amr: ['pwd', 'otp'] });
  expect((await call(me, { bearer: reply.body.access_token })).body).toMatchObject({ mfa_enabled: true });
  const next = await call(refresh, { body: { refresh_token: reply.body.refresh_token }, ip });
  expect(peek(next.body.access_token).payload).toMatchObject({ amr: ['pwd', 'otp'] });
  expect((await auditOf(user.account_id)).map(({ action, status }) => [action, status]).slice(-3)).toEqual([
    ['login', 200],
    ['verifyTwoFactor', 200],
    ['refresh', 200],
  ]);
});

test('a code a step early or late counts; one of two steps ago does not', async () => {
  expect((await finish(await begun(), await codeFor(device.secret, -1))).status).toBe(200);
  expect((await finish(await begun(), await codeFor(device.secret, 1))).status).toBe(200);
  advanceClock(300);
  expect(verdict(await finish(await begun(), await codeFor(device.secret, -2)))).toEqual(wrong);
  expect(verdict(await finish(await begun(), await codeFor(device.secret, 2)))).toEqual(wrong);
});

test('an authenticator app has the real clock: its codes count when the civil one was moved, in every use', async () => {
  advanceClock(86_400);
  const ofTomorrow = await codeFor(device.secret, 86_400 / 30);
  expect(verdict(await finish(await begun(), ofTomorrow))).toEqual(wrong);
  expect((await finish(await begun(), await codeFor(device.secret, 1))).status).toBe(200);
  const other = await signedUp();
  const own = await enrolled(other.bearer);
  const end = (code: string) => call(disable, { bearer: other.bearer, body: { code }, ip: newIp() });
  expect(verdict(await end(await codeFor(own.secret, 86_400 / 30)))).toEqual([400, 'validation_failed']);
  expect((await end(await codeFor(own.secret, 1))).status).toBe(200);
});

test('a code counts once, whatever it is used for', async () => {
  const code = await codeFor(device.secret);
  expect((await finish(await begun(), code)).status).toBe(200);
  expect(verdict(await finish(await begun(), code))).toEqual(wrong);
  const reply = await call(disable, { bearer: user.bearer, body: { code }, ip });
  expect(verdict(reply)).toEqual([400, 'validation_failed']);
});

test('a recovery code does instead of a code, once, however it is typed', async () => {
  const [code = ''] = device.recovery_codes;
  expect((await finish(await begun(), ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
  expect(verdict(await finish(await begun(), code))).toEqual(wrong);
  expect((await call(show, { bearer: user.bearer })).body.recovery_codes_remaining).toBe(9);
});

test('a pending token lasts five minutes and serves once', async () => {
  const late = await begun();
  advanceClock(301);
  expect(verdict(await finish(late, await codeFor(device.secret)))).toEqual(over);
  const used = await begun();
  expect((await finish(used, await codeFor(device.secret))).status).toBe(200);
  advanceClock(60);
  expect(verdict(await finish(used, await codeFor(device.secret)))).toEqual(over);
  expect(verdict(await finish('pt_nobody', '123456'))).toEqual(over);
});

test('five wrong codes end the pending token, and bar the address', async () => {
  const token = await begun();
  const code = await wrongCode(device.secret);
  for (let i = 0; i < 5; i++) expect(verdict(await finish(token, code))).toEqual(wrong);
  expect(verdict(await finish(token, await codeFor(device.secret)))).toEqual(over);
  const barred = await finish(await begun(), await codeFor(device.secret));
  expect(verdict(barred)).toEqual([429, 'too_many_attempts']);
  expect(Number(barred.headers['retry-after'])).toBeGreaterThan(890);
  ip = newIp();
  expect((await finish(await begun(), await codeFor(device.secret))).status).toBe(200);
});

test('twenty wrong codes from many addresses bar every address for a while', async () => {
  const code = await wrongCode(device.secret);
  for (let i = 0; i < 4; i++) {
    const token = await begun();
    for (let j = 0; j < 5; j++) expect(verdict(await finish(token, code, { ip: newIp() }))).toEqual(wrong);
  }
  const token = await begun();
  expect(verdict(await finish(token, await codeFor(device.secret), { ip: newIp() }))).toEqual([
    429,
    'too_many_attempts',
  ]);
  advanceClock(901);
  expect((await finish(await begun(), await codeFor(device.secret))).status).toBe(200);
});

test('wrong recovery codes count as wrong codes', async () => {
  const token = await begun();
  for (let i = 0; i < 5; i++) expect(verdict(await finish(token, 'aaaaa-aaaaa'))).toEqual(wrong);
  expect(verdict(await finish(token, device.recovery_codes[0]!))).toEqual(over);
});

test('what cannot be a code is 400 and costs nothing', async () => {
  const token = await begun();
  for (const code of ['', '12345', '1234567', 'x'.repeat(70), '１２３４５６']) {
    expect(verdict(await finish(token, code))).toEqual([400, 'validation_failed']);
  }
  expect((await finish(token, await codeFor(device.secret))).status).toBe(200);
});

test('a login half done ends with all sessions, and with a block', async () => {
  const token = await begun();
  await call(logout, { bearer: user.bearer, body: { all: true } });
  expect(verdict(await finish(token, await codeFor(device.secret)))).toEqual(over);
  const next = await begun();
  await transact([update(keys.account(user.account_id), { set: { status: 'blocked' } })]);
  expect(verdict(await finish(next, await codeFor(device.secret)))).toEqual([403, 'account_blocked']);
});

test('a page of another site cannot finish a login', async () => {
  const reply = await finish(await begun(), await codeFor(device.secret), {
    headers: { origin: 'https://evil.example' },
  });
  expect(verdict(reply)).toEqual([403, 'cross_origin']);
});
