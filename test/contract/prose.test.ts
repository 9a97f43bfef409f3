import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect } from '#lib/check/prose/house.ts';
import { phrasesIn, phrasesOf } from '#lib/check/prose/phrases.ts';
import { markdownProse, openapiProse, sourceProse } from '#lib/check/prose/read.ts';
import { root } from '#lib/generate/routes.ts';

const goesOn = [{ phrase: 'goes on', instead: 'continues' }];
const found = (prose: string) => phrasesIn(prose, goesOn).map(({ line }) => line);

test('npm run check looks for the phrases of docs/style.md, and the house has none', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(scripts.check).toContain('&& node lib/check/prose/main.ts &&');
  const { files, faults } = inspect(root);
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(100);
});

test('the list is the table of docs/style.md, one phrase for each code span', () => {
  const phrases = phrasesOf(readFileSync(join(root, 'docs/style.md'), 'utf8'));
  expect(phrases).toContainEqual({ phrase: 'go on', instead: 'continues, keeps running; "happens"' });
  expect(phrases.map(({ phrase }) => phrase)).toContain('is told');
  expect(phrases.length).toBeGreaterThan(50);
  expect(() => phrasesOf('# Style\n\n| `goes on` | continues |\n')).toThrow(
    'docs/style.md: ## Phrases that we do not write: no phrases (rows of a table)',
  );
});

test('a phrase is found as whole words, whatever its capitals, across the end of a line', () => {
  expect(found('It goes on.\nIt Goes\n  on; it goes on')).toEqual([1, 2, 3]);
  expect(found('It undergoes on-line checks; it goes once. what-goes on')).toEqual([]);
});

test('code, comments and targets of links in Markdown are not read', () => {
  const page = 'It `goes on`.\n\n\n```text\ngoes on\n```\n<!-- goes on -->\nIt goes on.\n';
  expect(found(markdownProse(page))).toEqual([8]);
  expect(found(markdownProse('* It [goes on](page.md).\n'))).toEqual([1]);
  expect(phrasesIn(markdownProse('[It](page.md#anew).\n'), [{ phrase: 'anew', instead: 'again' }])).toEqual([]);
});

test('texts of a source are read, in quotes, templates and JSX; its comments and names are not', () => {
  const source = [
    '// It goes on.',
    "const goes = on('it goes on');",
    'const text = `${name} goes on`;',
    'const view = <p>It goes on.</p>;',
    "const apart = ['it goes', 'on'];",
  ].join('\n');
  expect(found(sourceProse('planted.tsx', source))).toEqual([2, 3, 4]);
  expect(() => sourceProse('planted.ts', 'const = 1;')).toThrow('planted.ts: ');
});

test('titles, summaries and descriptions of the OpenAPI document are read, and nothing else of it', () => {
  const lines = ['"description": "It goes on."', '"example": "it goes on",', '"summary": "It `goes on`.",'];
  expect(found(openapiProse(lines.map((line) => `  ${line}`).join('\n')))).toEqual([1]);
});
