import { expect, test } from 'vitest';
import { lint } from '#test/support/vitest/biome.ts';

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
    'a complexity of 13',
    'complexity/noExcessiveCognitiveComplexity',
    'lib/model/a.ts',
    `export function f(n: number) {\n${branches(13)}\n  return -1;\n}\n`,
  ],
];

/** What reads the computer's clock in shipped code, each in a line of its own. */
const clocks = [
  'new Date();',
  'Date.now();',
  '[0].map(Date.now);',
  'performance.now();',
  'const { now } = performance;',
  'setTimeout(() => undefined, 5);',
  'await new Promise((done) => setTimeout(done, 5));',
  'globalThis.setTimeout(() => undefined, 5);',
  "await import('node:timers/promises');",
];

/** What sleeps or compares how long something took in a test. */
const waits = [
  'await new Promise((done) => setTimeout(done, 5));',
  'globalThis.setTimeout(() => undefined, 5);',
  'performance.now();',
  'process.hrtime();',
  'process.cpuUsage();',
  'while (Date.now() < 5) expect(1).toBe(1);',
  'expect(5 >= 4 && Date.now() >= 5).toBe(true);',
  'const begun = 1;\nconst took = Date.now() - begun;',
  "await import('node:timers/promises');",
  'expect(Date.now() - 5).toBeLessThan(1000);',
];

const timers = ["import { setTimeout as wait } from 'node:timers/promises';", "import { setTimeout } from 'timers';"];

test('the time that shipped code reads, but for the clock drivers, and what sleeps or measures in a test, is refused', async () => {
  const inShipped = [...clocks, ...timers, "import * as t from 'timers';"];
  const shipped = [
    'functions',
    'statemachines',
    ...['edge', 'domain', 'store', 'model', 'drivers'].map((f) => `lib/${f}`),
  ];
  const planted = Object.fromEntries([
    ...inShipped.flatMap((text, n) => shipped.map((folder) => [`${folder}/a${n}.ts`, `${text}\n`])),
    ...[...waits, ...timers].map((text, n) => [`test/x/a${n}.test.ts`, `${text}\n`]),
  ]);
  const found = (await lint(planted)).filter(({ rule }) => rule === 'plugin').map(({ file }) => file);
  expect([...new Set(found)].sort()).toEqual(Object.keys(planted).sort());
});

test('clock drivers read the time, benchmarks measure it, and tests make dates and wait a turn', async () => {
  const text = ["import { setImmediate as turn } from 'node:timers/promises';", 'await turn();'];
  const dates = ['new Date();', 'Date.now() + 5;', 'Date.now() - 3_600_000;'];
  const found = await lint({
    'lib/drivers/clocks/a.ts': clocks.join('\n'),
    'lib/local/a.ts': clocks.join('\n'),
    'test/bench/a.ts': waits.join('\n'),
    'test/x/a.test.ts': [...text, ...dates].join('\n'),
    'lib/model/a.ts': 'new Date(5);\nDate.parse("");\n',
  });
  expect(found.filter(({ rule }) => rule === 'plugin')).toEqual([]);
});

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
  ['a complexity of 12', 'lib/model/a.ts', `export function f(n: number) {\n${branches(12)}\n  return -1;\n}\n`],
  ['a default export of a tool configuration', 'vitest.config.ts', 'export default {};\n'],
  ['the default export of a serverless plugin', 'lib/deploy/plugin.ts', 'export default class Plugin {}\n'],
])('%s is let through', async (_what, file, text) => {
  expect(await lint({ [file]: text })).toEqual([]);
});
