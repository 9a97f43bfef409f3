import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

const stand = stage();
const { attack } = stand;

const asked = [
  ['GET', '/'],
  ['GET', '/theirs?list-type=2'],
  ['GET', '/theirs?versions'],
  ['GET', '/theirs?uploads'],
  ['GET', '/theirs?policy'],
  ['GET', '/theirs/secret?tagging'],
  ['GET', '/theirs/secret?acl'],
  ['GET', '/theirs/secret?attributes'],
  ['PUT', '/theirs/secret'],
  ['PUT', '/theirs/new'],
  ['PUT', '/theirs?policy'],
  ['PUT', '/theirs?acl'],
  ['PUT', '/made'],
  ['POST', '/theirs/new?uploads'],
  ['POST', '/theirs?delete'],
  ['DELETE', '/theirs/secret'],
  ['DELETE', '/theirs'],
] as const;

test.each([...asked, ['GET', '/theirs/secret'] as const])('nobody in particular asks %s %s', async (method, target) => {
  expect(await attack(target, { method, anonymous: true })).toMatchObject({ status: 403, code: 'AccessDenied' });
});

test.each(asked)('nobody in particular asks %s %s of a bucket that anyone may read', async (method, target) => {
  await stand.s3.engine.admin.configureBucket('theirs', { acl: 'public-read' });
  expect(await attack(target, { method, anonymous: true })).toMatchObject({ status: 403, code: 'AccessDenied' });
});

test('a key of another bucket writes to one that anyone may read', async () => {
  await stand.s3.engine.admin.configureBucket('theirs', { acl: 'public-read' });
  expect((await attack('/theirs/secret', { method: 'PUT', body: 'x' })).code).toBe('AccessDenied');
  expect((await attack('/theirs?list-type=2')).code).toBe('AccessDenied');
});

test('nobody in particular sends what only a signer may send', async () => {
  const headers = { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'x-amz-decoded-content-length': '1' };
  expect((await attack('/mine/key', { method: 'PUT', anonymous: true, body: 'x', headers })).code).toBe('AccessDenied');
  const copied = { 'x-amz-copy-source': 'theirs/secret' };
  expect((await attack('/mine/key', { method: 'PUT', anonymous: true, headers: copied })).code).toBe('AccessDenied');
});
