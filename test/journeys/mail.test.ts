import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Mail } from '#lib/model/platform/mail.ts';
import { ask, demand } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

const email = 'asha@example.com';
const first = 'violet-harbour-91-kettle';
const second = 'cobalt-lantern-58-orchard';

let platform: SharedPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});

const post = (path: string, body: object, token?: string) =>
  ask(platform.baseUrl, path, { method: 'POST', body, ...(token !== undefined && { token }) });
const outbox = async (query = ''): Promise<Mail[]> =>
  demand(await ask(platform.baseUrl, `/dev/outbox${query}`), 200).body.messages;

it('an address is verified, and a forgotten password replaced, by what is mailed', async () => {
  const { access_token: token } = demand(await post('/auth/register', { email, password: first }), 201).body;
  const [welcome] = await outbox(`?to=${encodeURIComponent(email)}`);
  expect(welcome).toEqual({
    id: expect.stringMatching(/^mail-[0-9a-z]{26}$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    to: email,
    subject: `${welcome?.code} is your verification code`,
    text: expect.stringContaining(welcome?.code ?? '-'),
    html: expect.stringContaining(welcome?.code ?? '-'),
    kind: 'verify_email',
    code: expect.stringMatching(/^\d{6}$/),
  });
  demand(await post('/auth/verify-email', { code: welcome?.code }, token), 200);
  demand(await post('/auth/forgot-password', { email }), 200);
  demand(await post('/auth/forgot-password', { email: 'nobody@example.com' }), 200);
  const mails = await outbox();
  expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
    ['reset_password', email],
    ['verify_email', email],
  ]);
  const { token: reset, link } = mails[0] ?? {};
  expect(link).toBe(`${platform.baseUrl}/reset?token=${reset}`);
  demand(await post('/auth/reset-password', { token: reset, password: second }), 200);
  demand(await post('/auth/login', { email, password: first }), 401);
  const { body } = demand(await post('/auth/login', { email, password: second }), 200);
  const { user } = body;
  expect(user).toMatchObject({ email, email_verified: true, status: 'active' });
  demand(await ask(platform.baseUrl, '/auth/me', { token }), 401);
  demand(await ask(platform.baseUrl, '/auth/me', { token: body.access_token }), 200);
});

it('mail is sent as soon as it is posted, whether or not anybody asks for it', async () => {
  const dir = join(platform.dataDir, 'mailbox');
  const count = () => readdirSync(dir).filter((name) => name.endsWith('.json')).length;
  const before = count();
  demand(await post('/auth/forgot-password', { email }), 200);
  await expect.poll(count).toBe(before + 1);
  for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

it('the mailbox is a page that runs its own scripts alone', async () => {
  const reply = await fetch(`${platform.baseUrl}/dev/outbox.html`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src( 'sha256-[\w+/=]+')+; style-src( 'sha256-[\w+/=]+')+; connect-src 'self'; /,
  );
  const html = await reply.text();
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/src="|href="(?!\/")/);
  expect((await ask(platform.baseUrl, '/dev/outbox.html', { method: 'POST', body: {} })).status).toBe(405);
});

it.each([
  ['/reset?token=rst_x', '/console/reset?token=rst_x'],
  ['/join?token=x', '/console/join?token=x'],
])('%s, to which a mail links, leads to the console with its token', async (path, location) => {
  const reply = await fetch(platform.baseUrl + path, { redirect: 'manual' });
  expect([reply.status, reply.headers.get('location')]).toEqual([302, location]);
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
});

it.each([
  ['?limit=0', 'limit: "0" must be an integer from 1 to 200'],
  ['?limit=201', 'limit: "201" must be an integer from 1 to 200'],
  ['?limit=x', 'limit: "x" must be an integer from 1 to 200'],
  ['?from=x', 'unknown query parameter "from"'],
])('/dev/outbox%s is refused', async (query, error) => {
  expect(await ask(platform.baseUrl, `/dev/outbox${query}`)).toMatchObject({ status: 400, body: { error } });
});

it('the mailbox shows as many mails as asked for, of one address if told, and nothing to pages of other sites', async () => {
  expect(await outbox('?limit=1')).toHaveLength(1);
  expect(await outbox('?to=nobody@example.com')).toEqual([]);
  expect((await outbox(`?to=${email.toUpperCase()}`)).length).toBeGreaterThan(1);
  const foreign = await ask(platform.baseUrl, '/dev/outbox', { headers: { origin: 'http://evil.example' } });
  expect(foreign).toMatchObject({ status: 403, headers: expect.anything() });
});
