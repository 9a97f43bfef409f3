import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});
beforeEach(() => {
  vi.stubEnv('SVC_BASE_URL', 'http://localhost:3000');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Each route that logs a user in, with a request that would succeed. */
const entrances = [
  ['register', register, () => ({ body: { email: newEmail(), password: goodPassword } })],
  ['login', login, () => ({ body: { email: user.email, password: user.password } })],
  ['refresh', refresh, () => ({ body: { refresh_token: user.refresh_token } })],
] as const;

describe.each(entrances)('%s', (_, handler, request) => {
  const send = (headers: Record<string, string>) => call(handler, { ...request(), ip: newIp(), headers });

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://127.0.0.1:3000', host: 'localhost:3000' },
    { origin: 'https://127.0.0.1:3000', host: '127.0.0.1:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:9000', 'sec-fetch-site': 'same-site' },
  ])('from another site (%o) is 403', async (headers) => {
    const reply = await send(headers as Record<string, string>);
    expect(reply.status).toBe(403);
    expect(reply.headers['x-error-code']).toBe('cross_origin');
    expect(reply.setCookies).toEqual([]);
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('from our own pages, or no page at all, it sets both cookies', async () => {
    const own = await send({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' });
    expect(own.status).toBeLessThan(300);
    expect(own.setCookies).toEqual([
      `svc_access=${own.body.access_token}; Max-Age=900; Path=/; HttpOnly; SameSite=Lax`,
      expect.stringMatching(
        new RegExp(
          `^svc_refresh=${own.body.refresh_token}; Max-Age=(2592000|259199\\d); Path=/auth; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
    user = { ...user, refresh_token: handler === refresh ? own.body.refresh_token : user.refresh_token };
    expect((await send({})).status).toBeLessThan(300);
  });

  test('from our own pages under another name of ours it is answered', async () => {
    const own = await send({
      origin: 'http://127.0.0.1:3000',
      host: '127.0.0.1:3000',
      'sec-fetch-site': 'same-origin',
    });
    expect([own.status, own.body.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    user = { ...user, refresh_token: handler === refresh ? own.body.refresh_token : user.refresh_token };
  });
});

test('over https the cookies are Secure', async () => {
  vi.stubEnv('SVC_BASE_URL', 'https://api.example.in');
  const reply = await call(login, { body: { email: user.email, password: user.password }, ip: newIp() });
  expect(reply.setCookies.every((cookie) => cookie.endsWith('; HttpOnly; SameSite=Lax; Secure'))).toBe(true);
});

test('a change by cookie from another site is 403 and does nothing; a read, or a bearer token, is no matter', async () => {
  const byCookie: Call = { cookies: { svc_access: user.bearer }, headers: { origin: 'https://evil.example' } };
  expect((await call(logout, byCookie)).headers['x-error-code']).toBe('cross_origin');
  expect((await call(me, byCookie)).status).toBe(200);
  const other = await signedUp();
  expect((await call(logout, { bearer: other.bearer, headers: { origin: 'https://evil.example' } })).status).toBe(200);
});

test.each([
  [undefined, 200],
  ['none', 200],
  ['same-origin', 200],
  ['same-site', 403],
  ['cross-site', 403],
  ['', 403],
  ['Same-Origin', 403],
  ['same-origin, same-site', 403],
])('a change by cookie without an Origin, from a page of the site %j, is %i', async (site, status) => {
  const { bearer } = await signedUp();
  const byCookie = { cookies: { svc_access: bearer }, headers: { 'sec-fetch-site': site } };
  const reply = await call(logout, byCookie);
  expect([reply.status, reply.headers['x-error-code']]).toEqual([status, status === 403 ? 'cross_origin' : undefined]);
  if (status === 403)
    expect(reply.body.error).toBe(`Sec-Fetch-Site: ${JSON.stringify(site)} may not make this request`);
  expect((await call(me, byCookie)).status).toBe(status === 403 ? 200 : 401);
  const token = { bearer: (await signedUp()).bearer, headers: { 'sec-fetch-site': site } };
  expect((await call(logout, token)).status).toBe(200);
});

test('a configured origin may call with cookies, and read the reply', async () => {
  vi.stubEnv('SVC_CORS_ORIGINS', 'https://console.example.in,https://other.example.in');
  const reply = await call(me, {
    cookies: { svc_access: user.bearer },
    headers: { origin: 'https://console.example.in' },
  });
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': 'https://console.example.in',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  });
  const login_ = await call(login, {
    body: { email: user.email, password: user.password },
    ip: newIp(),
    headers: { origin: 'https://console.example.in' },
  });
  expect(login_.status).toBe(200);
});
