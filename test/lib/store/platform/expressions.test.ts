import { describe, expect, test } from 'vitest';
import { type Clause, condition, Placeholders, updateExpression } from '#lib/store/platform/expressions.ts';

/** The expression with its placeholders filled in, and how many names it needed. */
function filled(write: (at: Placeholders) => string | undefined): string | undefined {
  const at = new Placeholders();
  const text = write(at);
  return text?.replaceAll(/[#:]\w+/g, (mark) => at.names[mark] ?? JSON.stringify(at.values[mark]));
}
const where = (...clauses: Clause[]) => filled((at) => condition(clauses, at));

describe('a condition', () => {
  test.each<[Clause[], string | undefined]>([
    [[], undefined],
    [[['a', '=', 1]], 'a = 1'],
    [
      [
        ['a', '<>', 1],
        ['b', '>=', 2],
      ],
      'a <> 1 AND b >= 2',
    ],
    [[['a', 'exists']], 'attribute_exists(a)'],
    [[['a', 'absent']], 'attribute_not_exists(a)'],
    [[['a', 'begins', 'x']], 'begins_with(a, "x")'],
    [[['a', 'contains', 'x']], 'contains(a, "x")'],
    [[['a', 'in', [1, 2]]], 'a IN (1, 2)'],
    [[{ any: [[['a', '=', 1]]] }], '(a = 1)'],
    [[{ any: [[['a', '=', 1]], [['b', '=', 2]]] }], '((a = 1) OR (b = 2))'],
    [[['tags.x', '=', 1]], 'tags.x = 1'],
  ])('%j', (clauses, text) => {
    expect(where(...clauses)).toBe(text);
  });

  test('a key of a map may have dots of its own', () => {
    const at = new Placeholders();
    expect(condition([['tags.app.example.com/tier', '=', 'web']], at)).toBe('#n0.#n1 = :v0');
    expect(at.names).toEqual({ '#n0': 'tags', '#n1': 'app.example.com/tier' });
  });

  test('keys that look alike stay apart, and a name is sent once', () => {
    const at = new Placeholders();
    condition(
      [
        ['tags.a-b', '=', 1],
        ['tags.a_b', '=', 2],
        ['tags.a-b', '<>', 3],
      ],
      at,
    );
    expect(Object.values(at.names)).toEqual(['tags', 'a-b', 'a_b']);
  });

  test('more alternatives than one IN may have are split', () => {
    const text = where(['a', 'in', Array.from({ length: 101 }, (_, i) => i)]) ?? '';
    expect(text).toMatch(/^\(a IN \(0, .*, 99\) OR a IN \(100\)\)$/);
  });
});

test.each([
  [{ set: { a: 1 } }, 'SET a = 1'],
  [{ set: { a: undefined, b: 2 }, add: { n: -1 }, remove: ['c', 'd'] }, 'SET b = 2 ADD n -1 REMOVE c, d'],
  [{ remove: ['c'] }, 'REMOVE c'],
])('an update of %j', (change, text) => {
  expect(filled((at) => updateExpression(change, at))).toBe(text);
});
