import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { UnsealError } from '#lib/drivers/secrets/aead.ts';
import { replaceKeyFile } from '#lib/drivers/secrets/key-file.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { secretKeys } from '#lib/drivers/secrets/secret-keys.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';

const folder = await useKeyFolder();
const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });

test('what is sealed opens under its own context and no other', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (plaintext, context, other) => {
      const sealed = await secretBox.seal(plaintext, context);
      expect(sealed).toMatch(/^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
      expect(await secretBox.open(sealed, context)).toBe(plaintext);
      fc.pre(other !== context);
      await expect(secretBox.open(sealed, other)).rejects.toBeInstanceOf(UnsealError);
    }),
    { numRuns: 100 },
  );
});

test('any changed, cut or added character makes it unopenable', async () => {
  const sealed = await secretBox.seal('a secret of some length', 'owner');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sealed.length - 1),
      fc.constantFrom(...'AZaz09-_.=+/ \n'),
      fc.constantFrom<'change' | 'cut' | 'add'>('change', 'cut', 'add'),
      async (at, character, how) => {
        const kept = how === 'add' ? sealed.slice(at) : sealed.slice(at + 1);
        const altered = sealed.slice(0, at) + (how === 'cut' ? '' : character) + kept;
        fc.pre(altered !== sealed);
        await expect(secretBox.open(altered, 'owner')).rejects.toBeInstanceOf(UnsealError);
      },
    ),
    { numRuns: 500 },
  );
});

test('text that was never sealed is refused with the same one error', async () => {
  const { currentId } = await secretKeys();
  const texts = [
    '',
    '.',
    '..',
    'v1',
    `v1.${currentId}.`,
    `v1.${currentId}.AAAA`,
    'v1.nosuchkey.AAAA',
    'v2.a.b',
    'a.b.c.d',
  ];
  for (const text of texts) {
    await expect(secretBox.open(text, '')).rejects.toThrow(new UnsealError());
  }
});

test('one text sealed twice differs each time', async () => {
  const sealed = await Promise.all(Array.from({ length: 50 }, () => secretBox.seal('same', 'same')));
  expect(new Set(sealed).size).toBe(50);
});

test('lone surrogates, which UTF-8 cannot carry, are refused', async () => {
  await expect(secretBox.seal('\ud800', '')).rejects.toThrow(TypeError);
});

test('after a rotation new text is under the new key, and old text opens until its key is removed', async () => {
  const path = process.env.SVC_SECRET_KEY_FILE as string;
  const old = await secretBox.seal('kept', 'owner');
  const stored = JSON.parse(await readFile(path, 'utf8'));
  const fresh = { id: 'second', key: Buffer.alloc(32, 7).toString('base64url') };

  const rotatedPath = join(folder, 'rotated.json');
  await writeFile(rotatedPath, JSON.stringify({ ...stored, keys: [fresh, ...stored.keys] }), { mode: 0o600 });
  vi.stubEnv('SVC_SECRET_KEY_FILE', rotatedPath);
  const sealed = await secretBox.seal('new', 'owner');
  expect(sealed).toMatch(/^v1\.second\./);
  expect(await secretBox.open(sealed, 'owner')).toBe('new');
  expect(await secretBox.open(old, 'owner')).toBe('kept');

  const reducedPath = join(folder, 'reduced.json');
  await replaceKeyFile(reducedPath, JSON.stringify({ ...stored, keys: [fresh] }));
  vi.stubEnv('SVC_SECRET_KEY_FILE', reducedPath);
  await expect(secretBox.open(old, 'owner')).rejects.toBeInstanceOf(UnsealError);
  vi.stubEnv('SVC_SECRET_KEY_FILE', path);
});

test.each([
  ['another format', { format: 2 }, 'unknown format; a newer version wrote it'],
  ['no key', { keys: [] }, 'holds no key'],
  ['a short key', { keys: [{ id: 'a', key: 'AAAA' }] }, 'every key must be 32 bytes in base64url'],
  ['no hash key', { hash_key: undefined }, 'every key must be 32 bytes in base64url'],
  ['an id with a dot', { keys: [{ id: 'a.b', key: 'A'.repeat(43) }] }, 'key ids must be unique words'],
])('a key file with %s is refused', async (name, change, message) => {
  const stored = JSON.parse(await readFile(process.env.SVC_SECRET_KEY_FILE as string, 'utf8'));
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ ...stored, ...change }), { mode: 0o600 });
  const before = process.env.SVC_SECRET_KEY_FILE;
  vi.stubEnv('SVC_SECRET_KEY_FILE', path);
  await expect(secretBox.seal('x', '')).rejects.toThrow(`key file ${path}: ${message}`);
  vi.stubEnv('SVC_SECRET_KEY_FILE', before);
});

test('an unset setting is named', async () => {
  const before = process.env.SVC_SECRET_KEY_FILE;
  vi.stubEnv('SVC_SECRET_KEY_FILE', undefined);
  await expect(secretBox.seal('x', '')).rejects.toThrow('SVC_SECRET_KEY_FILE is not set');
  vi.stubEnv('SVC_SECRET_KEY_FILE', before);
});
