import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { undescribed } from '#lib/deploy/descriptions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('descriptions and examples are left out, and nothing else', () => {
  const text = `export const plan = z
  .strictObject({ cpu: z.int().describe('vCPUs').meta({ example: 2 }).nullable(), name })
  .describe(\`The \${kind}\`);
export const describe = 'meta';`;
  expect(undescribed('a.ts', text)).toBe(`export const plan = z
  .strictObject({ cpu: z.int().nullable(), name });
export const describe = 'meta';`);
});

test('what cannot be parsed is named', () => {
  expect(() => undescribed('lib/model/a.ts', 'const = 1')).toThrow(/^lib\/model\/a\.ts: /);
});

test('no description is left in any file of schemas', () => {
  const files = globSync('{lib/model,functions}/**/*.ts', { cwd: root });
  const texts = files.map((file) => undescribed(file, readFileSync(join(root, file), 'utf8')));
  expect(texts.filter((text) => /\.(describe|meta)\(/.test(text))).toEqual([]);
  expect(texts.join('')).toContain('.int()');
});
