import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as jwks } from '#functions/auth/sessions/jwks.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
  // Time stands still, so that everything falls into the second it is meant for.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  nextSecond();
});
afterEach(() => {
  vi.useRealTimers();
});

const nextSecond = () => vi.setSystemTime(Date.now() + 1000);

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const many = (count: number, send: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, send));

test('30 requests a second are answered, the 31st is told to wait a second, and then it is answered', async () => {
  const send = () => call(me, { bearer: user.bearer, once: true });
  const replies = await many(31, send);
  expect(statuses(replies)).toEqual([...Array(30).fill(200), 429]);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(refused.body.error).toBe('rate limit exceeded: 30 requests per second; retry after 1 second');
  expect(refused.headers).toMatchObject({
    'x-error-code': 'rate_limited',
    'retry-after': '1',
    ratelimit: '"default";r=0;t=1',
    'ratelimit-policy': '"default";q=30;w=1',
  });
  const left = replies.filter(({ status }) => status === 200).map(({ headers }) => headers.ratelimit);
  expect(new Set(left).size).toBe(30);
  nextSecond();
  expect((await send()).status).toBe(200);
});

test('users have windows of their own, whatever address they share', async () => {
  const other = await signedUp();
  const ip = newIp();
  const both = await many(25, () => call(me, { bearer: user.bearer, ip, once: true }));
  const too = await many(25, () => call(me, { bearer: other.bearer, ip, once: true }));
  expect(statuses([...both, ...too])).toEqual(Array(50).fill(200));
});

test('a route without login allows 10 a second to an address', async () => {
  const ip = newIp();
  const send = (from: string) => () =>
    call(login, { body: { email: newEmail(), password: 'wrong' }, ip: from, once: true });
  const replies = await many(12, send(ip));
  expect(statuses(replies)).toEqual([...Array(10).fill(401), 429, 429]);
  expect(replies.find(({ status }) => status === 429)?.body.error).toContain('10 requests per second');
  expect((await send(newIp())()).status).toBe(401);
});

test.each([
  ['127.0.0.0/8', (n: number) => `127.0.${n}.1`],
  ['a network of IPv6', (n: number) => `2001:db8:77:1::${n}`],
  ['an IPv4 address in both spellings', (n: number) => (n % 2 ? '198.51.100.77' : '::ffff:198.51.100.77')],
])('%s is one address', async (_, ip) => {
  const send = (n: number) => call(login, { body: { email: newEmail(), password: 'wrong' }, ip: ip(n), once: true });
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n + 1)));
  expect(statuses(replies)).toEqual([...Array(10).fill(401), 429, 429]);
});

test('valid credentials on a route without login count against the user instead', async () => {
  const ip = newIp();
  const send = () =>
    call(login, { body: { email: newEmail(), password: 'wrong' }, ip, bearer: user.bearer, once: true });
  expect(statuses(await many(15, send))).toEqual(Array(15).fill(401));
});

test('invalid credentials on it count against the address', async () => {
  const ip = newIp();
  const send = () =>
    call(login, { body: { email: newEmail(), password: 'wrong' }, ip, bearer: 'nonsense', once: true });
  expect(statuses(await many(11, send))).toEqual([...Array(10).fill(401), 429]);
});

test('the public keys are answered without limit', async () => {
  const ip = newIp();
  expect(statuses(await many(60, () => call(jwks, { ip, once: true })))).toEqual(Array(60).fill(200));
});
