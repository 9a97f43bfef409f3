import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glob, globUnder } from '#lib/model/identity/policy/glob.ts';
import { costOf } from '#test/support/vitest/cost.ts';

test.each<[pattern: string, fits: string[], doesNot: string[]]>([
  ['', [''], ['a', ' ']],
  ['*', ['', 'a', 'a/b:c', '*', '\n'], []],
  ['**', ['', 'a', 'ab'], []],
  ['?', ['a', '*', '?', '\n'], ['', 'ab']],
  ['*?', ['a', 'ab'], ['']],
  ['?*?', ['ab', 'abc'], ['', 'a']],
  ['a', ['a'], ['', 'A', 'aa', 'ba', 'ab']],
  ['a*', ['a', 'ab', 'a*'], ['', 'ba']],
  ['*a', ['a', 'ba', 'aa'], ['', 'ab']],
  ['a*a', ['aa', 'aba', 'aaa'], ['a', 'ab', 'ba']],
  ['*ab*', ['ab', 'xab', 'abx', 'aab', 'abab'], ['a', 'ba', 'a-b']],
  ['ab*ba', ['abba', 'abxba'], ['aba', 'ab', 'ba']],
  ['a*b*c', ['abc', 'abbc', 'axbxc', 'abcbc'], ['acb', 'ab', 'bc', 'abcx']],
  ['*a?c*', ['abc', 'xabcx', 'aabbcabc', 'a?c'], ['ac', 'abbc']],
  ['a?*?b', ['axyb', 'axxyb'], ['axb', 'ab']],
  ['*b?', ['bb', 'abx', 'bbb'], ['b', 'xb']],
  ['?b*', ['ab', 'abc'], ['b', 'ba']],
  ['a.c', ['a.c'], ['abc']],
  ['a+(b)[c]{1}|^$\\', ['a+(b)[c]{1}|^$\\'], ['aab']],
])('%j', (pattern, fits, doesNot) => {
  const matches = glob(pattern);
  expect(fits.filter((text) => !matches(text))).toEqual([]);
  expect(doesNot.filter((text) => matches(text))).toEqual([]);
});

test('agrees with a regular expression of the same meaning', () => {
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 8 });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n'), maxLength: 10 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const source = pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*').replaceAll('?', '.');
      expect(glob(pattern)(text)).toBe(new RegExp(`^${source}$`, 's').test(text));
    }),
    { numRuns: 3000 },
  );
});

test('fits whatever it was made from', () => {
  const parts = fc.array(fc.tuple(fc.string(), fc.constantFrom('*', '?', '')), { maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.string({ maxLength: 5 }), (pieces, filling) => {
      const plain = pieces.map(([text]) => text.replaceAll(/[*?]/g, 'x'));
      const pattern = pieces.map(([, wild], i) => plain[i] + wild).join('');
      const text = pieces.map(([, wild], i) => plain[i] + (wild === '*' ? filling : wild && 'y')).join('');
      expect(glob(pattern)(text)).toBe(true);
    }),
  );
});

test.each([
  ['stars that nothing satisfies', `${'a*'.repeat(1500)}b`, 'a'.repeat(3000)],
  ['single characters between stars', `${'*a?'.repeat(1000)}*b*`, 'a'.repeat(3000)],
  ['one long piece with a gap', `*${'a'.repeat(1000)}?b*`, 'a'.repeat(3000)],
  ['one long piece', `*${'a'.repeat(1500)}b*`, 'a'.repeat(3000)],
  ['stars alone', '*'.repeat(6000), 'a'.repeat(3000)],
])('%s cost no more than the text times the piece', (_title, pattern, text) => {
  const matches = glob(pattern);
  const cost = costOf(() => {
    for (let i = 0; i < 5; i++) matches(text);
  });
  expect(cost).toBeLessThan(500);
});

/** What some of the texts below a prefix fit, and what all of them do. */
test.each<[pattern: string, some: string[], none: string[], every: string[]]>([
  ['*', ['', 'a', '*'], [], ['', 'a', '*']],
  ['', [''], ['a'], []],
  ['docs/plan.pdf', ['', 'd', 'docs/', 'docs/plan.pdf'], ['docs/plan.pdf.', 'doc/', 'x', 'D'], []],
  ['docs/*', ['', 'doc', 'docs/', 'docs/a'], ['dogs', 'docx'], ['docs/', 'docs/a', 'docs/a/b']],
  ['docs/*/secret', ['', 'docs/', 'docs/a', 'docs/a/secret', 'docs/a/secret/b'], ['doc/', 'x'], []],
  ['docs/?/secret', ['docs', 'docs/a', 'docs/a/sec', 'docs/*/'], ['docs/ab', 'docs/a/b', 'docs/a/secrets'], []],
  [
    'docs/20??/*',
    ['docs/2', 'docs/2026', 'docs/2026/a'],
    ['docs/19', 'docs/20260'],
    ['docs/2026/', 'docs/2026/a', 'docs/20*?/x'],
  ],
  ['*.pdf', ['', 'a', 'a.pdf', 'a.txt'], [], []],
  ['*secret*', ['', 'a', 'secret', 'public/'], [], ['secret', 'a/secret/b']],
  ['a*?', ['a', 'ab', ''], ['b'], ['ab', 'abc']],
  ['?', ['', 'a', '*'], ['ab'], []],
  ['public/?', ['public/'], ['public/ab'], []],
])('%j, of what begins so', (pattern, some, none, every) => {
  const under = globUnder(pattern);
  expect(some.filter((prefix) => !under.some(prefix))).toEqual([]);
  expect(none.filter((prefix) => under.some(prefix))).toEqual([]);
  expect(some.concat(none).filter((prefix) => under.every(prefix) && !every.includes(prefix))).toEqual([]);
  expect(every.filter((prefix) => !under.every(prefix))).toEqual([]);
});

test('of what begins so, some or every text fits just where it does among all short ones', () => {
  const units = ['a', 'b', '/'];
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 4 });
  // The slash is in no pattern, so it stands for whatever else a text may have.
  const prefixes = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  const ends = [''];
  for (let at = 0; (ends[at] ?? '').length < 5; at++) ends.push(...units.map((unit) => ends[at] + unit));
  fc.assert(
    fc.property(patterns, prefixes, (pattern, prefix) => {
      const matches = glob(pattern);
      const fitting = ends.filter((end) => matches(prefix + end)).length;
      const under = globUnder(pattern);
      expect([under.some(prefix), under.every(prefix)]).toEqual([fitting > 0, fitting === ends.length]);
    }),
    { numRuns: 1000 },
  );
});
