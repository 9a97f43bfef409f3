import { expect, test } from 'vitest';
import { denied, stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  '/mine',
  '/mine?list-type=2',
  '/mine?list-type=2&prefix=',
  '/mine?list-type=2&prefix=i',
  '/mine?list-type=2&prefix=in',
  '/mine?list-type=2&prefix=out/',
  '/mine?list-type=2&prefix=IN/',
  '/mine?list-type=2&prefix=&prefix=in/',
  '/mine?list-type=2&%70refix=out/&prefix=in/',
  '/mine?list-type=2&Prefix=in/',
  '/mine?versions',
  '/mine?versions&prefix=out/',
  '/mine?uploads',
  '/mine?uploads&prefix=out/',
])('a key of a prefix lists %s', async (target) => {
  expect(await attack(target, { as: 'PART' })).toMatchObject(denied);
});

test.each([
  '/mine?list-type=2&prefix=in/&prefix=',
  '/mine?list-type=2&prefix=in/&start-after=in/z',
  '/mine?list-type=2&prefix=in/&start-after=a',
  '/mine?list-type=2&prefix=in/&delimiter=/',
  '/mine?prefix=in/&marker=a',
  '/mine?versions&prefix=in/&key-marker=a',
  '/mine?list-type=2&prefix=in/../out/',
])('a listing below the prefix goes on beyond it by %s', async (target) => {
  const seen = await attack(target, { as: 'PART' });
  expect(seen.status).toBe(200);
  expect(seen.text).not.toContain('out/b');
});

test('a listing goes on where that of another key ended', async () => {
  const first = await attack('/mine?list-type=2&max-keys=1', { as: 'BOTH' });
  const token = /<NextContinuationToken>([^<]+)</.exec(first.text)?.[1] ?? '';
  expect(token).not.toBe('');
  const target = `/mine?continuation-token=${encodeURIComponent(token)}&list-type=2&prefix=in%2F`;
  expect((await attack(target, { as: 'PART' })).text).not.toContain('out/b');
});
