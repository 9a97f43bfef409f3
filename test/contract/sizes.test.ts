import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inspect, tooLong } from '#lib/check/sizes/house.ts';

const root = new URL('../../', import.meta.url);
const lines = (count: number, line = '  seen.push(1);') => `${line}\n`.repeat(count);

test('npm run check counts functions and handlers, and the house has none that is too long', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  expect(scripts.check).toContain('&& node lib/check/sizes/main.ts &&');
  const { files, faults } = inspect(root.pathname);
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(1000);
});

test.each([
  ['a function', (body: string) => `function f() {\n${body}}\n`],
  ['an arrow', (body: string) => `const f = () => {\n${body}};\n`],
  ['a method', (body: string) => `class A {\n  f() {\n${body}  }\n}\n`],
])('%s has at most 50 lines, from the first to the last', (_what, of) => {
  expect(tooLong('lib/a.ts', of(lines(48)))).toEqual([]);
  const [fault, ...others] = tooLong('lib/a.ts', `\n${of(lines(49))}`);
  expect(fault).toMatch(/^lib\/a\.ts:[23]: a function of 51 lines \(at most 50\)$/);
  expect(others).toEqual([]);
});

test('blank lines and comments of a function do not count', () => {
  const quiet = `${lines(20, '')}${lines(20, '  // Why.')}  /**\n${lines(20, '   * Why.')}   */\n`;
  expect(tooLong('lib/a.ts', `function f() {\n${quiet}${lines(48)}}\n`)).toEqual([]);
  expect(tooLong('lib/a.ts', `function f() {\n${quiet}${lines(49)}}\n`)).toHaveLength(1);
});

test('the markup of a component does not count, and a function within it does', () => {
  const page = (code: number, within: string) =>
    `function Page() {\n${lines(code)}  return (\n    <ul>\n${lines(60, '      <li>one</li>')}${within}    </ul>\n  );\n}\n`;
  // Counted are its first and last line, `return (` and `);`, and the first and last tag.
  expect(tooLong('lib/web/a.tsx', page(44, ''))).toEqual([]);
  expect(tooLong('lib/web/a.tsx', page(45, ''))).toEqual(['lib/web/a.tsx:1: a function of 51 lines (at most 50)']);
  const button = (code: number) => `      <button\n        onClick={() => {\n${lines(code)}        }}\n      />\n`;
  expect(tooLong('lib/web/a.tsx', page(2, button(48)))).toEqual([]);
  expect(tooLong('lib/web/a.tsx', page(2, button(49)))).toEqual([
    'lib/web/a.tsx:67: a function of 51 lines (at most 50)',
  ]);
});

test('a handler has at most 30 lines', () => {
  const handler = (options: number) => `export const handler = route(\n${lines(options, '  one,')});\n`;
  expect(tooLong('functions/a.ts', handler(28))).toEqual([]);
  expect(tooLong('functions/a.ts', handler(29))).toEqual(['functions/a.ts:1: a handler of 31 lines (at most 30)']);
});
