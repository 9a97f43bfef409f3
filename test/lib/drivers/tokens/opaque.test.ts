import { expect, test } from 'vitest';
import {
  equalInConstantTime,
  hashToken,
  matchesHash,
  newOpaqueToken,
  newRefreshToken,
  refreshFamily,
  refreshMark,
} from '#lib/drivers/tokens/opaque.ts';

test('an opaque token is its prefix and 256 bits, never the same', () => {
  const tokens = Array.from({ length: 1000 }, () => newOpaqueToken('pt'));
  expect(new Set(tokens).size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^pt_[A-Za-z0-9_-]{43}$/);
});

test('a refresh token names its family', () => {
  const family = 'ses-01jd0000000000000000000000';
  const token = newRefreshToken(family);
  expect(token).toMatch(/^rt_ses-[0-9a-z]{26}\.[A-Za-z0-9_-]{43}$/);
  expect(refreshFamily(token)).toBe(family);
});

test('the refresh tokens of a family share its mark and nothing else', () => {
  const family = 'ses-01jd0000000000000000000000';
  const [first, other] = [newRefreshToken(family), newRefreshToken(family)];
  expect(refreshMark(first)).toMatch(/^[A-Za-z0-9_-]{21}$/);
  expect(refreshMark(other)).not.toBe(refreshMark(first));
  const next = newRefreshToken(family, refreshMark(first));
  expect(refreshMark(next)).toBe(refreshMark(first));
  expect(next).toMatch(/^rt_ses-[0-9a-z]{26}\.[A-Za-z0-9_-]{43}$/);
  expect(next.slice(-22)).not.toBe(first.slice(-22));
});

test.each([
  '',
  'rt_',
  'rt_.',
  `rt_.${'a'.repeat(43)}`,
  `rt_a#b.${'a'.repeat(43)}`,
  `rt_f.${'a'.repeat(42)}`,
  `rt_f.${'a'.repeat(44)}`,
  `rt_f.${'a'.repeat(43)}\n`,
  `pt_f.${'a'.repeat(43)}`,
  `rt_${'f'.repeat(65)}.${'a'.repeat(43)}`,
])('what is no refresh token names no family: %j', (text) => {
  expect(refreshFamily(text)).toBeUndefined();
});

test('a stored hash is SHA-256 (FIPS 180-2, B.1) and matches its token alone', () => {
  const hash = hashToken('abc');
  expect(Buffer.from(hash, 'base64url').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(matchesHash('abc', hash)).toBe(true);
  expect(matchesHash('abd', hash)).toBe(false);
  expect(matchesHash('abc', '')).toBe(false);
  expect(matchesHash(hash, hash)).toBe(false);
});

test('constant-time equality is equality, lone surrogates included', () => {
  expect(equalInConstantTime('', '')).toBe(true);
  expect(equalInConstantTime('é', 'é')).toBe(true);
  expect(equalInConstantTime('a', 'aa')).toBe(false);
  expect(equalInConstantTime('\ud800', '\ud801')).toBe(false);
});
