import { describe, expect, test, vi } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { accessKey } from '#lib/client/credentials/access-key.ts';
import { exchangedKey } from '#lib/client/credentials/exchanged-key.ts';
import { accessToken } from '#lib/client/credentials/token.ts';
import type { ApiError } from '#lib/model/platform/errors.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import { type Answered, type Came, refused, served } from './support/served.ts';

const key = { accessKeyId: 'SVCQ3W7X5ZK2M4N6P7AB', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

/** The platform's own check of a signature, at a time of its clock. */
function check({ method, url, headers, body }: Came, secret = key.secretKey, now = new Date()): Answered {
  const [path = '', rawQuery = ''] = url.split('?');
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const request = { method, path, rawQuery, headers: texts, body: Buffer.from(body), exact: true };
  try {
    const parsed = parseSignature(request);
    if (!parsed) return refused(401, 'missing_credentials');
    verifySignature(parsed, request, secret, now);
    return { body: { id: parsed.accessKeyId } };
  } catch (error) {
    return refused(401, (error as ApiError).code, { date: now.toUTCString() });
  }
}

describe('an access key signs', () => {
  const calls: [string, (svc: ReturnType<typeof createClient>) => Promise<unknown>][] = [
    ['a plain path', (svc) => svc.getMe()],
    ['a blank and é in a path', (svc) => svc.getUser({ username: 'a b é' })],
    ['a slash, a percent sign and a plus sign in a path', (svc) => svc.getUser({ username: 'a/b%41+%' })],
    ['dots beside letters in a path', (svc) => svc.getUser({ username: '..a' })],
    ['blanks and é in a query', (svc) => svc.listInstances({ query: { q: 'web 01 é', name: 'a  b' } })],
    ['signs in a query', (svc) => svc.listInstances({ query: { q: "+&=%/?#'()*!~-_." } })],
    ['a comma in a query', (svc) => svc.listInstances({ query: { status: 'running,stopped', id: 'i-1,i-2' } })],
    ['tags in a query', (svc) => svc.listInstances({ query: { 'tag.env/a.b': 'x y,é', 'tag.env': 'd', limit: 5 } })],
    ['an emoji', (svc) => svc.listInstances({ query: { q: '🙂' } })],
    ['an empty value', (svc) => svc.listObjects({ name: 'b', query: { prefix: '', delimiter: '/' } })],
    ['a body', (svc) => svc.createGroup({ body: { name: 'g', description: 'für é' } })],
    ['a POST without a body', (svc) => svc.startInstance({ id: 'i-1' })],
    ['a dry run', (svc) => svc.terminateInstance({ id: 'i-1', dryRun: true })],
  ];

  test.each(calls)('%s', async (_title, call) => {
    const { baseUrl, came } = await served((one) => check(one));
    await call(createClient({ baseUrl, credentials: accessKey(key) }));
    expect(came).toHaveLength(1);
    expect(JSON.stringify(came)).not.toContain(key.secretKey);
  });

  test('below a base URL with a path', async () => {
    const { baseUrl, came } = await served((one) => check(one));
    await createClient({ baseUrl: `${baseUrl}/prod/é`, credentials: accessKey(key) }).getMe();
    expect(came[0]?.url).toBe('/prod/%C3%A9/auth/me');
  });

  test('each attempt anew, by the key of the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:59Z') });
    const { baseUrl, came } = await served((one) => check(one));
    const svc = createClient({ baseUrl, credentials: accessKey(key) });
    await svc.getMe();
    vi.setSystemTime('2026-11-22T00:00:01Z');
    await svc.getMe();
    expect(came.map(({ headers }) => headers['x-amz-date'])).toEqual(['20261121T235959Z', '20261122T000001Z']);
    vi.useRealTimers();
  });

  test('a wrong secret is refused, and not tried again', async () => {
    const { baseUrl, came } = await served((one) => check(one, 'another secret'));
    const svc = createClient({ baseUrl, credentials: accessKey(key) });
    await expect(svc.getMe()).rejects.toMatchObject({ status: 401, code: 'invalid_signature' });
    expect(came).toHaveLength(1);
  });

  test('a clock that is wrong is set by the refusal', async () => {
    const ahead = () => new Date(Date.now() + 3_600_000);
    const { baseUrl, came } = await served((one) => check(one, key.secretKey, ahead()));
    const svc = createClient({ baseUrl, credentials: accessKey(key) });
    expect(await svc.getMe()).toEqual({ id: key.accessKeyId });
    await svc.getMe();
    expect(came).toHaveLength(3);
  });
});

describe('an access key that is exchanged', () => {
  /** A server with tokens: each exchange makes the next one, and only the last one is valid. */
  async function exchanges(refuses = false) {
    let valid = 0;
    const server = await served(({ url, headers }) => {
      if (url === '/auth/iam/exchange-credentials') {
        if (refuses) return refused(401, 'invalid_credentials');
        valid += 1;
        return { body: { access_token: `at_${valid}` } };
      }
      if (headers.authorization !== `Bearer at_${valid}`) return refused(401, 'token_expired');
      return { body: { id: headers.authorization } };
    });
    const expire = () => {
      valid += 1;
    };
    return { ...server, expire, exchanged: () => server.came.filter(({ method }) => method === 'POST').length };
  }

  test('calls share one exchange, and one more when the token is used up', async () => {
    const { baseUrl, came, exchanged, expire } = await exchanges();
    const svc = createClient({ baseUrl, credentials: exchangedKey(key) });
    await Promise.all(Array.from({ length: 10 }, () => svc.getMe()));
    expect(exchanged()).toBe(1);
    expect(JSON.parse(came[0]?.body ?? '')).toEqual({ access_key_id: key.accessKeyId, secret_key: key.secretKey });
    expire();
    await Promise.all(Array.from({ length: 10 }, () => svc.getMe()));
    expect(exchanged()).toBe(2);
  });

  test('a key that is not valid fails each call', async () => {
    const { baseUrl, came } = await exchanges(true);
    const svc = createClient({ baseUrl, credentials: exchangedKey(key) });
    for (const _ of [1, 2]) await expect(svc.getMe()).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(came.map(({ url }) => url)).toEqual(['/auth/iam/exchange-credentials', '/auth/iam/exchange-credentials']);
  });
});

test('an access token is sent as it is, or as it is got before each request', async () => {
  const { baseUrl, came } = await served(() => ({}));
  let n = 0;
  const next = async () => {
    n += 1;
    return `at_${n}`;
  };
  await createClient({ baseUrl, credentials: accessToken('at') }).getMe();
  const svc = createClient({ baseUrl, credentials: accessToken(next) });
  await svc.getMe();
  await svc.getMe();
  expect(came.map(({ headers }) => headers.authorization)).toEqual(['Bearer at', 'Bearer at_1', 'Bearer at_2']);
});

test("an access token that is used up is the caller's affair", async () => {
  const { baseUrl, came } = await served(() => refused(401, 'token_expired'));
  const svc = createClient({ baseUrl, credentials: accessToken('at') });
  await expect(svc.getMe()).rejects.toMatchObject({ code: 'token_expired' });
  expect(came).toHaveLength(1);
});
