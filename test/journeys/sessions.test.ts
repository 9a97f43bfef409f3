import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Curl } from '#test/support/clients/curl.ts';
import { ask, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const account = { email: 'asha@example.com', password: passphrase };
let platform: RunningPlatform;
let curl: Curl;
const others: Curl[] = [];
const another = (from: Curl) => {
  const copy = from.copy();
  others.push(copy);
  return copy;
};
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated' } });
  curl = new Curl(platform.baseUrl);
});
afterAll(async () => {
  for (const one of [curl, ...others]) one?.close();
  await platform?.stop();
  // Its second run does not own the folder.
  if (platform) rmSync(platform.dataDir, { recursive: true, force: true });
});

it('signing up logs a browser in', async () => {
  const signed = await curl.send('POST', '/auth/register', { ...account, name: 'Asha' });
  expect(signed.status).toBe(201);
  expect(curl.cookies()).toEqual([
    { name: 'svc_refresh', value: signed.body.refresh_token, path: '/auth', httpOnly: true, secure: false },
    { name: 'svc_access', value: signed.body.access_token, path: '/', httpOnly: true, secure: false },
  ]);
  const me = await curl.send('GET', '/auth/me');
  expect(me.status).toBe(200);
  expect(me.body).toMatchObject({ type: 'root', email: account.email, name: 'Asha', auth_method: 'password' });
});

it('its cookies serve our own pages and no others', async () => {
  const create = (origin: string, name: string) => curl.send('POST', '/compute/vpcs', { name }, [`origin: ${origin}`]);
  const foreign = await create('https://evil.example', 'theirs');
  expect(foreign.status).toBe(403);
  expect(foreign.body.error).toContain('https://evil.example');
  expect((await create(platform.baseUrl, 'ours')).status).toBe(201);
  const { vpcs } = (await curl.send('GET', '/compute/vpcs')).body;
  expect(vpcs.map(({ name }: { name: string }) => name).sort()).toEqual(['default', 'ours']);
});

it('an expired session is renewed by its refresh cookie, twice at once as from two tabs', async () => {
  await advance(platform.baseUrl, 901);
  const expired = await curl.send('GET', '/auth/me');
  expect(expired.status).toBe(401);
  expect(expired.body.error).toContain('expired');
  const tab = another(curl);
  const [one, two] = await Promise.all([curl.send('POST', '/auth/refresh'), tab.send('POST', '/auth/refresh')]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body).toEqual(one.body);
  expect(curl.value('svc_refresh')).toBe(one.body.refresh_token);
  expect(curl.value('svc_access')).toBe(one.body.access_token);
  expect((await curl.send('GET', '/auth/me')).status).toBe(200);
});

it('a refresh cookie that is older than that ends the session of whoever has it', async () => {
  const thief = another(curl);
  expect((await curl.send('POST', '/auth/refresh')).status).toBe(200);
  await advance(platform.baseUrl, 11);
  const late = await thief.send('POST', '/auth/refresh');
  expect(late.status).toBe(401);
  expect(late.body.error).toBe('refresh token was used before; its session is revoked, log in again');
  expect((await curl.send('POST', '/auth/refresh')).status).toBe(401);
  expect((await curl.send('GET', '/auth/me')).status).toBe(401);
});

it('logging out clears the cookies and ends the session, and leaves other devices alone', async () => {
  const phone = new Curl(platform.baseUrl);
  others.push(phone);
  expect((await phone.send('POST', '/auth/login', account)).status).toBe(200);
  expect((await curl.send('POST', '/auth/login', account)).status).toBe(200);
  const token = curl.value('svc_access') ?? '';
  const out = await curl.send('POST', '/auth/logout');
  expect(out.status).toBe(200);
  // Read from the headers, since curl before 8 brings back from its jar all but the last of several cookies that end.
  expect(out.setCookies.map((cookie) => cookie.slice(0, 24))).toEqual([
    'svc_access=; Max-Age=0; ',
    'svc_refresh=; Max-Age=0;',
  ]);
  expect((await curl.send('POST', '/auth/refresh')).status).toBe(401);
  expect((await ask(platform.baseUrl, '/auth/me', { token })).status).toBe(401);
  expect((await phone.send('GET', '/auth/me')).status).toBe(200);
});

it('sessions and cookies survive a restart', async () => {
  const browser = new Curl(platform.baseUrl);
  others.push(browser);
  await browser.send('POST', '/auth/login', account);
  await platform.kill();
  const env = { SVC_COMPUTE: 'simulated', SVC_PORT: `${platform.port}` };
  platform = await startPlatform({ dataDir: platform.dataDir, env });
  expect((await browser.send('GET', '/auth/me')).status).toBe(200);
  expect((await browser.send('POST', '/auth/refresh')).status).toBe(200);
});
