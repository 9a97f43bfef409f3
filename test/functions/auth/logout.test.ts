import { beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';

let user: SignedUp;
let ip: string;
beforeEach(async () => {
  user = await signedUp();
  ip = newIp();
});

const logIn = async () => (await call(login, { body: { email: user.email, password: user.password }, ip })).body;
const status = async (bearer: string) => (await call(me, { bearer })).status;
const renewal = async (refresh_token: string) => (await call(refresh, { body: { refresh_token }, ip })).status;

test('after a logout neither token works, from the next request on', async () => {
  const reply = await call(logout, { bearer: user.bearer });
  expect(reply).toMatchObject({ status: 200, body: { status: 'logged_out' } });
  const after = await call(me, { bearer: user.bearer });
  expect(after.status).toBe(401);
  expect(after.headers['x-error-code']).toBe('invalid_token');
  expect(after.body.error).toBe('access token is no longer valid; log in again');
  expect(await renewal(user.refresh_token)).toBe(401);
});

test('the cookies are cleared', async () => {
  const reply = await call(logout, { cookies: { svc_access: user.bearer } });
  expect(reply.setCookies).toEqual([
    'svc_access=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'svc_refresh=; Max-Age=0; Path=/auth; HttpOnly; SameSite=Lax',
  ]);
});

test('other sessions go on', async () => {
  const other = await logIn();
  await call(logout, { bearer: user.bearer, body: {} });
  expect(await status(other.access_token)).toBe(200);
  expect(await renewal(other.refresh_token)).toBe(200);
});

test('all of them end with all, and a login after it works', async () => {
  const other = await logIn();
  await call(logout, { bearer: user.bearer, body: { all: true } });
  expect(await status(user.bearer)).toBe(401);
  expect(await status(other.access_token)).toBe(401);
  expect(await renewal(other.refresh_token)).toBe(401);
  const next = await logIn();
  expect(await status(next.access_token)).toBe(200);
  expect(await renewal(next.refresh_token)).toBe(200);
});

test("nobody else's sessions end", async () => {
  const other = await signedUp();
  await call(logout, { bearer: user.bearer, body: { all: true } });
  expect(await status(other.bearer)).toBe(200);
});

test('logging out needs a login, and twice is once', async () => {
  expect((await call(logout)).status).toBe(401);
  await call(logout, { bearer: user.bearer });
  expect((await call(logout, { bearer: user.bearer })).status).toBe(401);
});

test('it is audited', async () => {
  await call(logout, { bearer: user.bearer });
  expect((await auditOf(user.account_id)).at(-1)).toMatchObject({ action: 'logout', status: 200 });
});

test.each([{ all: 'yes' }, { everywhere: true }])('%j is refused, and the session goes on', async (body) => {
  expect((await call(logout, { bearer: user.bearer, body })).status).toBe(400);
  expect(await status(user.bearer)).toBe(200);
});
