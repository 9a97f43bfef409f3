import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from '#lib/drivers/secrets/recovery-codes.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';

await useKeyFolder();

test('ten different codes, each of ten characters that cannot be mistaken', () => {
  const codes = Array.from({ length: 20 }, newRecoveryCodes).flat();
  expect(newRecoveryCodes()).toHaveLength(10);
  expect(new Set(codes).size).toBe(200);
  expect(codes.every((code) => /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code))).toBe(true);
});

test('every character of the alphabet comes up: 50 bits a code', () => {
  const seen = new Set(Array.from({ length: 100 }, newRecoveryCodes).flat().join('').replaceAll('-', ''));
  expect(seen.size).toBe(32);
});

test('the stored hash does not hold the code, and is the same however the code is typed', async () => {
  const stored = await hashRecoveryCode('usr-1', '01abc-defgh');
  expect(stored).toMatch(/^[A-Za-z0-9_-]{43}$/);
  for (const typed of ['01abcdefgh', ' 01ABC DEFGH ', 'oiabc-defgh', 'OLabc--defgh\t']) {
    expect(await hashRecoveryCode('usr-1', typed)).toBe(stored);
  }
});

test('another code or another owner has another hash', async () => {
  const stored = await hashRecoveryCode('usr-1', '01abc-defgh');
  expect(await hashRecoveryCode('usr-1', '01abc-defgj')).not.toBe(stored);
  expect(await hashRecoveryCode('usr-2', '01abc-defgh')).not.toBe(stored);
});

test('what cannot be a recovery code has no hash, and is never an error', async () => {
  for (const typed of ['', '123456', '01abc-defg', '01abc-defghj', '01abc-defgu', '01abc-defg!', '0'.repeat(65)]) {
    expect(await hashRecoveryCode('usr-1', typed)).toBeNull();
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii' }), async (typed) => {
      expect(await hashRecoveryCode('usr-1', `${typed}!`)).toBeNull();
    }),
  );
});
