import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPassword } from '#lib/standards/passwords/check.ts';
import { commonWords } from '#lib/standards/passwords/common-words.ts';
import { hashPassword } from '#lib/standards/passwords/hash.ts';
import { anyCharacter } from '#test/support/vitest/any-character.ts';

const short = 'must have at least 8 characters';
const long = 'must have at most 128 characters';
const common = 'must not be a commonly used password or a slight variant of one';
const personal = 'must not be made from the e-mail address';

test.each([
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'kx7!pQ9z',
  'sunlit-otter-42',
  'पासवर्ड-नया-है',
  'dragon83920174',
  'monkeytree-9482',
  '8d3f19a7c2',
])('acceptable: %s', async (password) => {
  expect(await checkPassword(password, { email: 'asha@example.in' })).toEqual([]);
});

test.each([
  'password',
  'Password1!',
  'P@$$w0rd',
  'PASSWORD2026',
  '2026password',
  'passwordpassword',
  '12345678',
  '87654321',
  'abcd1234',
  'qwertyuiop',
  'Qwerty@123',
  '1q2w3e4r',
  'zaq12wsx',
  'qweasdzxc',
  'poiuytrewq',
  'aaaaaaaa',
  'abababab',
  '--------',
  'iloveyou',
  'trustno1',
  'letmein1',
  'Welcome@123',
  'India@123',
  'Rahul@1995',
  'jaishreeram',
  'hunter2hunter2',
  '4dm1n!!!',
  'monkey123456',
  '𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭',
])('common: %s', async (password) => {
  expect(await checkPassword(password)).toEqual([common]);
});

test('every common word is refused however it is dressed', async () => {
  const words = fc.constantFrom(...commonWords);
  const affix = fc.constantFrom('', '1', '!', '123', '@2026', '2025!', '12345678');
  const dress = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word[0]?.toUpperCase() + word.slice(1),
    (word) => word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3').replaceAll('s', '$'),
  );
  await fc.assert(
    fc.asyncProperty(words, dress, affix, async (word, dressed, tail) => {
      expect(await checkPassword(dressed(word) + tail)).toContain(common);
    }),
  );
});

test('length counts characters, not UTF-16 units, after normalisation', async () => {
  expect(await checkPassword('kx7!pQ9')).toEqual([short]);
  expect(await checkPassword('😀🐙🎈kx')).toEqual([short]);
  expect(await checkPassword('Ze\u0301ro\u0302x9')).toEqual([short]);
  expect(await checkPassword('\ufdfa')).toEqual([]);
  expect(await checkPassword(`${'kx7!pQ9z'.repeat(15)}abcdefgh`)).toEqual([]);
  expect(await checkPassword(`${'kx7!pQ9z'.repeat(16)}.`)).toEqual([long]);
  expect(await checkPassword('x'.repeat(50_000_000))).toEqual([long]);
  expect(await checkPassword('abc')).toEqual([short, common]);
});

test('a password made from the e-mail address is refused', async () => {
  const about = { email: 'Asha.Rao@example.in' };
  for (const password of ['asha.rao@example.in', 'Asha.Rao1', 'asha.rao2026!', '@sha.r@o', 'Example.in1']) {
    expect(await checkPassword(password, about), password).toEqual(expect.arrayContaining([personal]));
  }
  expect(await checkPassword('asha.rao-sails-boats', about)).toEqual([]);
  expect(await checkPassword('kx7!pQ9z', { email: 'z@example.in' })).toEqual([]);
});

test('lone surrogates are refused', async () => {
  expect(await checkPassword('kx7!pQ9z\ud800')).toEqual(['must be well-formed Unicode']);
});

test('any text is judged without an error, and what is accepted can be hashed', async () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(text, fc.emailAddress(), async (password, email) => {
      expect(await checkPassword(password, { email })).toBeInstanceOf(Array);
    }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (password) => {
      fc.pre((await checkPassword(password)).length === 0);
      expect(await hashPassword(password)).toMatch(/^\$argon2id\$/);
    }),
    { numRuns: 10 },
  );
});
