import { expect, test } from 'vitest';
import { lint } from '#test/support/biome.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `  seen.push(${i});`).join('\n');
const branches = (count: number) =>
  Array.from({ length: count }, (_, i) => `  if (n === ${i}) return ${i};`).join('\n');

/** [what is planted, the rule that must find it, where, and the text]: these rules, and nothing beside them. */
const planted: [string, string, string, string][] = [
  ['a default export', 'style/noDefaultExport', 'lib/model/a.ts', 'export default 1;\n'],
  ['an any', 'suspicious/noExplicitAny', 'lib/model/a.ts', 'export const a: any = 1;\n'],
  ['an enum', 'style/noEnum', 'lib/model/a.ts', 'export enum A {\n  B,\n}\n'],
  [
    'a parameter property',
    'style/noParameterProperties',
    'lib/model/a.ts',
    'export class A {\n  constructor(readonly b: string) {}\n}\n',
  ],
  [
    'a non-null assertion',
    'style/noNonNullAssertion',
    'lib/model/a.ts',
    'export const a = (b?: string) => b!.length;\n',
  ],
  ['an unused variable', 'correctness/noUnusedVariables', 'lib/model/a.ts', 'const a = 1;\nexport const b = 2;\n'],
  [
    'an unused import',
    'correctness/noUnusedImports',
    'lib/model/a.ts',
    "import { z } from 'zod';\n\nexport const b = 2;\n",
  ],
  [
    'a value import of a type',
    'style/useImportType',
    'lib/model/a.ts',
    "import { ZodType } from 'zod';\n\nexport type A = ZodType;\n",
  ],
  [
    'an import without .ts',
    'correctness/useImportExtensions',
    'lib/model/a.ts',
    "import { b } from './b';\n\nexport const a = b;\n",
  ],
  [
    'a Node module without node:',
    'style/useNodejsImportProtocol',
    'test/a.ts',
    "import { join } from 'path';\n\nexport const a = join;\n",
  ],
  [
    'an undeclared package',
    'correctness/noUndeclaredDependencies',
    'test/a.ts',
    "import pino from 'pino';\n\nexport const a = pino;\n",
  ],
  [
    'a star re-export',
    'performance/noBarrelFile performance/noReExportAll',
    'lib/model/a.ts',
    "export const a = 1;\nexport * from './b.ts';\n",
  ],
  ['a barrel', 'performance/noBarrelFile', 'lib/model/index.ts', "export { a } from './b.ts';\n"],
  [
    'an import cycle',
    'suspicious/noImportCycles',
    'lib/model/a.ts',
    "import { b } from './b.ts';\n\nexport const a = b;\n",
  ],
  [
    'an import that climbs',
    'style/noRestrictedImports',
    'test/x/a.ts',
    "import { b } from '../b.ts';\n\nexport const a = b;\n",
  ],
  [
    'a floating promise',
    'nursery/noFloatingPromises',
    'lib/model/a.ts',
    'const a = async () => 1;\nexport function f() {\n  a();\n}\n',
  ],
  [
    'a promise as a condition',
    'nursery/noMisusedPromises',
    'lib/model/a.ts',
    'const a = async () => 1;\nexport const f = () => {\n  if (a()) return 1;\n  return 2;\n};\n',
  ],
  ['a thrown string', 'style/useThrowOnlyError', 'lib/model/a.ts', "export const f = () => {\n  throw 'no';\n};\n"],
  ['an empty block', 'suspicious/noEmptyBlockStatements', 'lib/model/a.ts', 'export function f() {}\n'],
  [
    'a skipped test',
    'suspicious/noSkippedTests',
    'test/a.test.ts',
    "import { test } from 'vitest';\n\ntest.skip('a', () => 1);\n",
  ],
  [
    'a focused test',
    'suspicious/noFocusedTests',
    'test/a.test.ts',
    "import { test } from 'vitest';\n\ntest.only('a', () => 1);\n",
  ],
  [
    '251 lines',
    'style/noExcessiveLinesPerFile',
    'lib/model/a.ts',
    'export const a = [\n'.concat('  1,\n'.repeat(249), '];\n'),
  ],
  [
    'a function of 51 lines',
    'complexity/noExcessiveLinesPerFunction',
    'lib/model/a.ts',
    `const seen: number[] = [];\nexport function f() {\n${lines(51)}\n}\n`,
  ],
  [
    'a complexity of 13',
    'complexity/noExcessiveCognitiveComplexity',
    'lib/model/a.ts',
    `export function f(n: number) {\n${branches(13)}\n  return -1;\n}\n`,
  ],
];

test.each(planted)('%s is found by %s, alone', async (_what, rule, file, text) => {
  const sibling = file.replace(/[^/]+$/, 'b.ts');
  const found = await lint({
    [file]: text,
    [sibling]: rule.endsWith('Cycles')
      ? "import { a } from './a.ts';\n\nexport const b = a;\n"
      : 'export const b = 1;\n',
  });
  const rules = found.filter(({ file: at }) => at === file).map((finding) => finding.rule);
  expect(rules).toEqual(rule.split(' ').map((name) => `lint/${name}`));
});

test.each([
  ['250 lines', 'lib/model/a.ts', 'export const a = [\n'.concat('  1,\n'.repeat(248), '];\n')],
  ['a function of 50 lines', 'lib/model/a.ts', `const seen: number[] = [];\nexport function f() {\n${lines(48)}\n}\n`],
  ['a complexity of 12', 'lib/model/a.ts', `export function f(n: number) {\n${branches(12)}\n  return -1;\n}\n`],
  ['a default export of a tool configuration', 'vitest.config.ts', 'export default {};\n'],
  ['the default export of a serverless plugin', 'lib/deploy/plugin.ts', 'export default class Plugin {}\n'],
  [
    'a test longer than 50 lines',
    'test/a.test.ts',
    `const seen: number[] = [];\nexport function f() {\n${lines(60)}\n}\n`,
  ],
])('%s is let through', async (_what, file, text) => {
  expect(await lint({ [file]: text })).toEqual([]);
});
