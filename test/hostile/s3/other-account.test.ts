import { expect, test } from 'vitest';
import { userKey } from '#test/lib/local/s3/accounts.ts';
import { denied, stage } from './support/stage.ts';

const stand = stage();
const { attack } = stand;

/** The root user of another account, to whom the own policies allow everything. */
const enter = () => stand.s3.keys.set('EVE', { ...userKey('bob'), secret: 'EVE-secret' });

const tries = [
  ['GET', '/theirs?list-type=2'],
  ['GET', '/theirs?versions'],
  ['GET', '/theirs?uploads'],
  ['GET', '/theirs?location'],
  ['HEAD', '/theirs'],
  ['GET', '/theirs?policy'],
  ['PUT', '/theirs?policy'],
  ['DELETE', '/theirs?policy'],
  ['GET', '/theirs?acl'],
  ['PUT', '/theirs?acl'],
  ['PUT', '/theirs?publicAccessBlock'],
  ['PUT', '/theirs?cors'],
  ['PUT', '/theirs?versioning'],
  ['DELETE', '/theirs'],
  ['GET', '/theirs/secret'],
  ['GET', '/theirs/secret?acl'],
  ['GET', '/theirs/secret?tagging'],
  ['GET', '/theirs/secret?attributes'],
  ['PUT', '/theirs/secret'],
  ['PUT', '/theirs/secret?acl'],
  ['PUT', '/theirs/secret?tagging'],
  ['POST', '/theirs/secret?uploads'],
  ['DELETE', '/theirs/secret'],
] as const;

test.each(tries)('a user of another account asks %s %s', async (method, target) => {
  enter();
  const seen = await attack(target, { as: 'EVE', method });
  expect(seen.status).toBe(403);
  if (method !== 'HEAD') expect(seen).toMatchObject(denied);
});

test('a user of another account makes the bucket once more, and lists whose it is', async () => {
  enter();
  expect((await attack('/theirs', { as: 'EVE', method: 'PUT' })).code).toBe('BucketAlreadyExists');
  expect((await attack('/', { as: 'EVE' })).text).not.toContain('theirs');
});

test('a user of another account deletes objects by a list', async () => {
  enter();
  const body = '<Delete><Object><Key>secret</Key></Object></Delete>';
  const { text } = await attack('/theirs?delete', { as: 'EVE', method: 'POST', body });
  expect(text).toContain('<Key>secret</Key><Code>AccessDenied</Code>');
});

test('a user of another account copies from the bucket into an own one', async () => {
  enter();
  expect((await attack('/eves', { as: 'EVE', method: 'PUT' })).status).toBe(200);
  const headers = { 'x-amz-copy-source': 'theirs/secret' };
  expect(await attack('/eves/copy', { as: 'EVE', method: 'PUT', headers })).toMatchObject(denied);
});
