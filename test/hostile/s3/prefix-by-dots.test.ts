import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack, makes } = stage();

test.each([
  '/mine/out/b',
  '/mine/./in/a',
  '/mine/../mine/out/b',
  '/mine//in/a',
  '/mine/%2fin/a',
  '/mine/IN/a',
  '/mine/in',
  '/mine/in%00/a',
  '/mine/in%5C..%5Cout/b',
  '/mine/%69%6e',
  '/mine/%2569n/a',
  '//mine/in/a',
])('a key of a prefix asks for %s', async (target) => {
  const seen = await attack(target, { as: 'PART' });
  expect([403, 404]).toContain(seen.status);
  expect(['AccessDenied', 'NoSuchBucket']).toContain(seen.code);
  expect((await attack(target, { as: 'PART', method: 'PUT', body: 'x' })).status).toBeGreaterThanOrEqual(403);
});

test.each([
  ['/mine/in/../out/b', 'in/../out/b'],
  ['/mine/in/%2e%2e/out/b', 'in/../out/b'],
  ['/mine/in/..%2Fout%2Fb', 'in/../out/b'],
  ['/mine/in%2f..%2fout/b', 'in/../out/b'],
  ['/mine/in/%252e%252e/out/b', 'in/%2e%2e/out/b'],
  ['/mine/in/..%5Cout%5Cb', 'in/..\\out\\b'],
  ['/mine/in/%2e%2e/%2e%2e/theirs/secret', 'in/../../theirs/secret'],
])('a key of a prefix climbs out of it by %s, which is a name like any other', async (target, name) => {
  expect(await attack(target, { as: 'PART' })).toMatchObject({ status: 404, code: 'NoSuchKey' });
  expect(await attack(target, { as: 'PART', method: 'PUT', body: 'x' })).toMatchObject({ status: 200 });
  makes(`mine/${name}`);
});

test('a path with dots is changed for one without after it was signed', async () => {
  const seen = await attack('/mine/in/../out/b', { as: 'PART', sent: { target: '/mine/out/b' } });
  expect(seen).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  expect(await attack('/mine/out/b', { as: 'PART' })).toMatchObject(denied);
});
