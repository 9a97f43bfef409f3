import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { cookies } from '#lib/client/credentials/cookies.ts';
import { type Came, refused, type Served, served } from './support/served.ts';

/* The cookies of a page, whose login is of use to its origin alone (contract 4.6). */

let stored: Map<string, string>;
let server: Served;
/** How many requests are still refused for want of a fresh access cookie. */
let stale: number;

beforeEach(async () => {
  stored = new Map();
  stale = 0;
  server = await served(({ url }: Came) => {
    if (url !== '/auth/me' || stale === 0) return { body: { url } };
    stale -= 1;
    return refused(401, 'invalid_token');
  });
});

const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
};

/** A client in a page, which is secure or not. */
const clientOf = (proof?: boolean, page: { subtle?: unknown } = crypto) =>
  createClient({ baseUrl: server.baseUrl, credentials: cookies({ proof }, { localStorage, crypto: page }) });
const secret = () => stored.get('svc.session_proof') ?? '';
const hash = () => createHash('sha256').update(secret()).digest('base64url');
const sent = () => server.came.map(({ url, headers, body }) => [url, headers['x-svc-session-proof'], body]);
const email = 'asha@example.com';
const password = 'a long passphrase';

test('every login has the proof of one secret, which every request shows', async () => {
  const svc = clientOf(true);
  await svc.login({ body: { email, password } });
  await svc.verifyTwoFactor({ body: { pending_token: 'pt_1', code: '123456' } });
  await svc.getMe();
  await clientOf(true).switchAccount({ body: { account_id: '482915073641' } });
  expect(secret()).toMatch(/^[\w-]{43}$/);
  const session_proof = hash();
  expect(sent()).toEqual([
    ['/auth/login', secret(), JSON.stringify({ email, password, session_proof })],
    ['/auth/2fa/login-verify', secret(), JSON.stringify({ pending_token: 'pt_1', code: '123456', session_proof })],
    ['/auth/me', secret(), ''],
    ['/auth/switch-account', secret(), JSON.stringify({ account_id: '482915073641', session_proof })],
  ]);
});

test('pages that begin at the same time have one secret', async () => {
  await Promise.all([clientOf(true).getMe(), clientOf(true).getMe(), clientOf(true).getMe()]);
  expect(new Set(sent().map(([, shown]) => shown))).toEqual(new Set([secret()]));
});

test('a refresh shows the secret, and gives nobody’s cookies a proof', async () => {
  stale = 1;
  await clientOf(true).getMe();
  expect(sent()).toEqual([
    ['/auth/me', secret(), ''],
    ['/auth/refresh', secret(), ''],
    ['/auth/me', secret(), ''],
  ]);
  expect([...stored.keys()].sort()).toEqual(['svc.renewed_at', 'svc.session_proof']);
});

test('a login of before there were proofs gets one by its next refresh, and by no other', async () => {
  stored.set('svc.refreshed_at', '1');
  const svc = clientOf(true);
  for (const _ of [1, 2]) {
    stale = 1;
    await svc.getMe();
  }
  const refreshes = sent().filter(([url]) => url === '/auth/refresh');
  expect(refreshes.map(([, , body]) => body)).toEqual([JSON.stringify({ session_proof: hash() }), '']);
  expect(stored.has('svc.refreshed_at')).toBe(false);
});

test('after a login with a proof there is none of before', async () => {
  stored.set('svc.refreshed_at', '1');
  const svc = clientOf(true);
  await svc.login({ body: { email, password } });
  stale = 1;
  await svc.getMe();
  expect(sent().find(([url]) => url === '/auth/refresh')).toEqual(['/auth/refresh', secret(), '']);
});

test.each([
  ['without the option', undefined, crypto],
  ['in a page that is not secure', true, {}],
])('%s cookies are as ever', async (_, proof, page) => {
  stale = 1;
  const svc = clientOf(proof, page);
  await svc.login({ body: { email, password } });
  await svc.getMe();
  expect(sent()).toEqual([
    ['/auth/login', undefined, JSON.stringify({ email, password })],
    ['/auth/me', undefined, ''],
    ['/auth/refresh', undefined, ''],
    ['/auth/me', undefined, ''],
  ]);
  expect([...stored.keys()]).toEqual(['svc.refreshed_at']);
});
