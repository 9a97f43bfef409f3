import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts, asker, userKey } from './accounts.ts';
import { type TestEngine, testEngine } from './engine.ts';

/* Grants in the headers of a request, and whose the ACL of an object is. */

let s3: TestEngine;
const ask = asker(() => s3);
const put = (key: string, path: string, headers: Record<string, string> = {}) => ask(key, 'PUT', path, { headers });
const status = async (key: string | undefined, path: string, method = 'GET') => (await ask(key, method, path)).status;
const granted = async (path: string) =>
  [
    ...((await s3.send(`${path}?acl`, { key: 'ANN' })).text.split('<AccessControlList>')[1] ?? '').matchAll(
      /<(?:ID|URI)>([^<]*)<.*?<Permission>(\w+)</gs,
    ),
  ].map(([, to, permission]) => `${to?.split('/').at(-1)} ${permission}`);

beforeAll(async () => {
  s3 = await testEngine();
  for (const name of ['ann', 'bob'] as const) s3.keys.set(name.toUpperCase(), userKey(name));
  await s3.send('/anns', { method: 'PUT', key: 'ANN' });
  const Statement = { Effect: 'Allow', Principal: '*', Action: 's3:PutObject', Resource: 'arn:aws:s3:::anns/*' };
  const body = JSON.stringify({ Version: '2012-10-17', Statement });
  expect((await ask('ANN', 'PUT', '/anns?policy', { body })).status).toBe(204);
});
afterAll(() => s3.close());

it('an object that is written, copied or changed has the grants of the headers', async () => {
  const headers = {
    'x-amz-grant-read': `id="${accounts.bob}", uri="http://acs.amazonaws.com/groups/global/AuthenticatedUsers"`,
    'x-amz-grant-full-control': `id=${accounts.ann}`,
  };
  await put('ANN', '/anns/plain');
  const copied = { ...headers, 'x-amz-copy-source': '/anns/plain' };
  await put('ANN', '/anns/put', headers);
  await put('ANN', '/anns/copied', copied);
  expect(await granted('/anns/plain')).toEqual([`${accounts.ann} FULL_CONTROL`]);
  expect((await s3.send('/anns/plain?acl', { method: 'PUT', key: 'ANN', headers })).status).toBe(200);
  for (const path of ['/anns/put', '/anns/copied', '/anns/plain']) {
    expect(await granted(path)).toEqual([
      'AuthenticatedUsers READ',
      `${accounts.ann} FULL_CONTROL`,
      `${accounts.bob} READ`,
    ]);
    expect([await status('BOB', path), await status(undefined, path)]).toEqual([200, 403]);
  }
});

it('a bucket is made with the grants of the headers', async () => {
  const headers = { 'x-amz-grant-read': `id=${accounts.bob}`, 'x-amz-grant-full-control': `id=${accounts.ann}` };
  expect((await s3.send('/shared', { method: 'PUT', key: 'ANN', headers })).status).toBe(200);
  expect(await granted('/shared')).toEqual([`${accounts.ann} FULL_CONTROL`, `${accounts.bob} READ`]);
  expect([await status('BOB', '/shared'), await status(undefined, '/shared')]).toEqual([200, 403]);
  expect((await put('BOB', '/shared/key')).status).toBe(403);
});

it('the ACL of an object is its owner’s, and the owner of the bucket knows it as granted', async () => {
  await put('BOB', '/anns/his');
  await put('BOB', '/anns/given', { 'x-amz-grant-full-control': `id=${accounts.ann}` });
  const of = async (path: string) => [await status('ANN', path), await status('ANN', `${path}?acl`)];
  expect([await of('/anns/his'), await of('/anns/given')]).toEqual([
    [200, 403],
    [200, 200],
  ]);
  // Its owner always knows and changes it.
  expect(await status('BOB', '/anns/given?acl')).toBe(200);
  const own = { 'x-amz-acl': 'private' };
  const change = (key: string, path: string) => s3.send(`${path}?acl`, { method: 'PUT', key, headers: own });
  expect([(await change('ANN', '/anns/his')).status, (await change('BOB', '/anns/given')).status]).toEqual([403, 200]);
  expect(await status('ANN', '/anns/given?acl')).toBe(403);
  expect(await status('ANN', '/anns/his', 'DELETE')).toBe(204);
});

it('who may not change an ACL does not write one that lets other accounts in', async () => {
  const headers = { 'x-amz-grant-read': 'id=100000000003' };
  s3.keys.set('BOX', { secret: 'owner-secret', bucket: 'anns', permission: 'readwrite', status: 'active' });
  expect(await put('BOX', '/anns/key', headers)).toEqual({ status: 403, code: 'AccessDenied' });
  expect((await put('BOX', '/anns/key')).status).toBe(200);
});
