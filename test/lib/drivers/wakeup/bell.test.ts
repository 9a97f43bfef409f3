import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hangUp, hasBell, requestTo, ring } from '#lib/drivers/wakeup/bell.ts';
import { openBells, type TestBells } from '#test/support/hosts/bell.ts';

/** A signer that is not ours; it has no types. */
const { sign } = createRequire(import.meta.url)('aws4') as {
  sign(request: object, credentials: object): { headers: { Authorization: string } };
};

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret', sessionToken: 'a token' };
const address = 'wss://a1b2c3.execute-api.ap-south-1.amazonaws.com/hosts';

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
  vi.stubEnv('AWS_REGION', 'ap-south-1');
});
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['POST', 'ask'],
  ['DELETE', ''],
] as const)('a %s to a connection of API Gateway is signed as another signer signs it', (method, body) => {
  const { host, path, headers } = requestTo(address, { method, connection: 'L0SM9cOFvHcCIhw=', body });
  expect([host, path]).toEqual([
    'a1b2c3.execute-api.ap-south-1.amazonaws.com',
    '/hosts/%40connections/L0SM9cOFvHcCIhw%3D',
  ]);
  const sent = headers as Record<string, string>;
  const theirs = sign(
    {
      method,
      host: String(host),
      path: String(path),
      service: 'execute-api',
      region: 'ap-south-1',
      body,
      headers: { 'X-Amz-Date': sent['x-amz-date'] },
      extraHeadersToIgnore: { 'content-type': true, 'content-length': true },
    },
    credentials,
  );
  expect(sent.authorization).toBe(theirs.headers.Authorization);
});

test('a connection of a laptop is on the socket of its host API, and nobody signs', () => {
  const asked = { method: 'POST', connection: 'abc', body: 'ask' } as const;
  expect(requestTo('ws+unix:/run/x/hosts:/hosts/self/bell', asked)).toEqual({
    method: 'POST',
    timeout: 1000,
    socketPath: '/run/x/hosts',
    path: '/%40connections/abc',
  });
});

let bells: TestBells | undefined;
afterEach(() => bells?.close());

test('a ring says one word; one that has ended is told apart from one that cannot be reached', async () => {
  bells = await openBells();
  expect(hasBell()).toBe(true);
  expect(await ring('c-1')).toBe(true);
  bells.gone.add('c-2');
  expect(await ring('c-2')).toBe(false);
  await hangUp('c-1');
  expect(bells.asked).toEqual([
    { connection: 'c-1', method: 'POST', said: 'ask' },
    { connection: 'c-2', method: 'POST', said: 'ask' },
    { connection: 'c-1', method: 'DELETE', said: '' },
  ]);
  vi.stubEnv('SVC_HOST_BELL', 'ws+unix:/nowhere/at/all:/hosts/self/bell');
  expect(await ring('c-1')).toBe(true);
  await hangUp('c-1');
});

test('where hosts have no bell, none is rung', async () => {
  vi.stubEnv('SVC_HOST_BELL', undefined);
  expect(hasBell()).toBe(false);
  expect(await ring('c-1')).toBe(true);
});
