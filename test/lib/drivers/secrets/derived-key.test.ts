import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { UnsealError } from '#lib/drivers/secrets/aead.ts';
import { openWithDerivedKey, sealWithDerivedKey } from '#lib/drivers/secrets/derived-key.ts';
import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';

const folder = await useKeyFolder();

/** Runs with a key file of its own: what another platform, or a thief of the table alone, would have. */
async function underAnotherKeyFile<T>(act: () => Promise<T>): Promise<T> {
  const before = process.env.SVC_SECRET_KEY_FILE;
  vi.stubEnv('SVC_SECRET_KEY_FILE', join(folder, 'another.json'));
  try {
    return await act();
  } finally {
    vi.stubEnv('SVC_SECRET_KEY_FILE', before);
  }
}

test('a reply opens for the Idempotency-Key it was sealed with, and for no other key or context', async () => {
  const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 });
  await fc.assert(
    fc.asyncProperty(key, key, fc.string({ unit: 'grapheme' }), fc.string(), async (mine, other, reply, context) => {
      const sealed = await sealWithDerivedKey(mine, reply, context);
      expect(await openWithDerivedKey(mine, sealed, context)).toBe(reply);
      await expect(openWithDerivedKey(mine, sealed, `${context}.`)).rejects.toBeInstanceOf(UnsealError);
      fc.pre(other !== mine);
      await expect(openWithDerivedKey(other, sealed, context)).rejects.toBeInstanceOf(UnsealError);
    }),
    { numRuns: 100 },
  );
});

test('the right Idempotency-Key without the key file opens nothing', async () => {
  const sealed = await sealWithDerivedKey('order-17', '{"secret_access_key":"…"}', 'ctx');
  await expect(underAnotherKeyFile(() => openWithDerivedKey('order-17', sealed, 'ctx'))).rejects.toBeInstanceOf(
    UnsealError,
  );
});

test('altered or foreign text is refused with the one error', async () => {
  const sealed = await sealWithDerivedKey('key', 'reply', 'ctx');
  const flipped = sealed.slice(0, -5) + (sealed.at(-5) === 'A' ? 'B' : 'A') + sealed.slice(-4);
  for (const text of ['', 'd1.', 'd1.AAAA', 'd1.!!', sealed.slice(3), `${sealed}=`, flipped, `v1.${sealed.slice(3)}`]) {
    await expect(openWithDerivedKey('key', text, 'ctx')).rejects.toBeInstanceOf(UnsealError);
  }
});

test('an empty secret is a mistake of the caller', async () => {
  await expect(sealWithDerivedKey('', 'reply', 'ctx')).rejects.toThrow(TypeError);
});

test('keyed hashes repeat, and differ by text, by purpose and by key file', async () => {
  const hash = await keyedHash('cursor', 'text');
  expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await keyedHash('cursor', 'text')).toBe(hash);
  expect(await keyedHash('cursor', 'text ')).not.toBe(hash);
  expect(await keyedHash('one-time-code', 'text')).not.toBe(hash);
  expect(await underAnotherKeyFile(() => keyedHash('cursor', 'text'))).not.toBe(hash);
});
