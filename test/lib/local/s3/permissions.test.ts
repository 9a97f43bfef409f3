import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let uploadId = '';

beforeAll(async () => {
  s3 = await testEngine();
  for (const name of ['mine', 'other']) await s3.engine.admin.createBucket({ name });
  const made = await s3.send('/mine/upload?uploads', { method: 'POST' });
  uploadId = /<UploadId>(.*)<\/UploadId>/.exec(made.text)?.[1] ?? '';
  for (const permission of ['read', 'write', 'readwrite'] as const) key(permission, { permission });
});
afterAll(() => s3.close());

function key(id: string, more: Partial<ObjectKey>): void {
  s3.keys.set(id, { secret: 'owner-secret', bucket: 'mine', permission: 'readwrite', status: 'active', ...more });
}

const ask = async (id: string, method: string, path: string, more: RequestInit = {}): Promise<number> => {
  await s3.send('/mine/key', { method: 'PUT', body: 'x' });
  return (await s3.send(path, { method, key: id, ...(method === 'PUT' && { body: 'x' }), ...more })).status;
};

// By contract 4.10: read, write, readwrite.
it.each([
  ['GET', '/', 200, 200, 200],
  ['GET', '/mine/key', 200, 403, 200],
  ['HEAD', '/mine/key', 200, 403, 200],
  ['GET', '/mine/key?tagging', 200, 403, 200],
  ['GET', '/mine?list-type=2', 200, 403, 200],
  ['GET', '/mine?versions', 200, 403, 200],
  ['HEAD', '/mine', 200, 403, 200],
  ['GET', '/mine?location', 200, 403, 200],
  ['PUT', '/mine/key', 403, 200, 200],
  ['DELETE', '/mine/key', 403, 204, 204],
  ['POST', '/mine/key?uploads', 403, 200, 200],
  ['GET', '/mine/upload?uploadId=ID', 403, 200, 200],
  ['GET', '/mine?uploads', 403, 403, 200],
  ['GET', '/mine?versioning', 403, 403, 403],
  ['PUT', '/mine?versioning', 403, 403, 403],
  ['PUT', '/mine?cors', 403, 403, 403],
  ['PUT', '/mine?lifecycle', 403, 403, 403],
  ['DELETE', '/mine', 403, 403, 403],
  ['PUT', '/fresh', 403, 403, 403],
  ['GET', '/other/key', 403, 403, 403],
  ['PUT', '/other/key', 403, 403, 403],
  ['GET', '/nowhere/key', 404, 404, 404],
  ['HEAD', '/nowhere', 404, 404, 404],
] as const)('%s %s', async (method, path, read, write, readwrite) => {
  const at = path.replace('ID', uploadId);
  const seen = [await ask('read', method, at), await ask('write', method, at), await ask('readwrite', method, at)];
  expect(seen).toEqual([read, write, readwrite]);
});

it('a write key reads no source of a copy', async () => {
  const headers = { 'x-amz-copy-source': 'mine/key' };
  expect(await ask('write', 'PUT', '/mine/copy', { headers, body: null })).toBe(403);
  expect(await ask('readwrite', 'PUT', '/mine/copy', { headers, body: null })).toBe(200);
  expect(
    await ask('readwrite', 'PUT', '/mine/copy', { headers: { 'x-amz-copy-source': 'other/key' }, body: null }),
  ).toBe(403);
});

it('a key with a prefix ends at its prefix', async () => {
  key('part', { prefix: 'in/' });
  expect(await ask('part', 'PUT', '/mine/in/a')).toBe(200);
  expect(await ask('part', 'GET', '/mine/key')).toBe(403);
  expect(await ask('part', 'GET', '/mine?list-type=2&prefix=in/')).toBe(200);
  expect(await ask('part', 'GET', '/mine?list-type=2&prefix=i')).toBe(403);
  expect(await ask('part', 'GET', '/mine?list-type=2')).toBe(403);
  const body = '<Delete><Object><Key>in/a</Key></Object><Object><Key>key</Key></Object></Delete>';
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
  const reply = await s3.send('/mine?delete', { method: 'POST', key: 'part', body, headers });
  expect(reply.text).toContain('<Deleted><Key>in/a</Key></Deleted><Error><Key>key</Key><Code>AccessDenied</Code>');
});

it('a key works until the request after it stopped', async () => {
  key('brief', {});
  expect(await ask('brief', 'GET', '/mine/key')).toBe(200);
  key('brief', { status: 'inactive' });
  expect(await s3.send('/mine/key', { key: 'brief' })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  key('brief', { expires_at: new Date(Date.now() - 1000).toISOString() });
  expect(await s3.send('/mine/key', { key: 'brief' })).toMatchObject({ code: 'InvalidAccessKeyId' });
  s3.keys.delete('brief');
  expect(await s3.send('/mine/key', { key: 'brief' })).toMatchObject({ code: 'InvalidAccessKeyId' });
});

it('lists the one bucket of a key, and all of them to the platform', async () => {
  const names = async (id: string) =>
    [...(await s3.send('/', { key: id })).text.matchAll(/<Name>(.*?)<\/Name>/g)].map(([, name]) => name);
  expect(await names('read')).toEqual(['mine']);
  expect(await names('OWNER')).toEqual(['mine', 'other']);
});

it('anyone reads the objects of a public bucket, and does nothing else there', async () => {
  await s3.engine.admin.configureBucket('mine', { acl: 'public-read' });
  const nobody = async (path: string, init = {}) => (await s3.send(path, { anonymous: true, ...init })).status;
  expect(await nobody('/mine/key')).toBe(200);
  expect(await nobody('/mine/none')).toBe(404);
  expect(await nobody('/mine?list-type=2')).toBe(403);
  expect(await nobody('/mine/key', { method: 'PUT', body: 'x' })).toBe(403);
  expect(await nobody('/mine/key', { method: 'DELETE' })).toBe(403);
  expect(await nobody('/mine/key?response-content-type=a/b')).toBe(400);
  await s3.engine.admin.configureBucket('mine', { acl: 'private' });
  expect(await nobody('/mine/key')).toBe(403);
});

it('a bucket that is not there is NoSuchBucket to anyone, and so is one that is being emptied', async () => {
  await s3.engine.admin.createBucket({ name: 'closing', acl: 'public-read' });
  await s3.send('/closing/key', { method: 'PUT', body: 'x' });
  expect(await s3.send('/closing/key', { anonymous: true })).toMatchObject({ status: 200, text: 'x' });
  await s3.engine.admin.emptyBucket('closing', 0);
  for (const [method, path] of [
    ['GET', '/closing/key'],
    ['GET', '/closing?list-type=2'],
    ['DELETE', '/closing/key'],
    ['GET', '/nowhere/key'],
  ]) {
    const seen = await s3.send(path as string, { method: method as string, anonymous: true });
    expect({ method, path, status: seen.status, code: seen.code }).toEqual({
      method,
      path,
      status: 404,
      code: 'NoSuchBucket',
    });
  }
  expect(await ask('readwrite', 'HEAD', '/closing')).toBe(404);
  expect(await ask('readwrite', 'PUT', '/closing')).toBe(403);
});
