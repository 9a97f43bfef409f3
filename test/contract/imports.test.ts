import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Table, violations } from '#lib/check/imports/check.ts';
import { circles } from '#lib/check/imports/circles.ts';
import { inspect } from '#lib/check/imports/house.ts';

const root = new URL('../../', import.meta.url);
const json = async (name: string) => JSON.parse(await readFile(new URL(name, root), 'utf8'));
const table: Table = await json('imports.json');

/** Whether an import of `name`, planted in `folder`, is found. */
function isFound(folder: string, name: string, form = `import '${name}';`): boolean {
  return violations(table, [{ file: `${folder}/planted.ts`, text: `// A line.\n${form}\n` }]).length > 0;
}

test('npm run check asks imports.json, and the house keeps to it', async () => {
  const { scripts } = await json('package.json');
  expect(scripts.check).toContain('&& node lib/check/imports/main.ts &&');
  const { files, faults } = inspect(new URL(root).pathname);
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(1000);
});

test('docs/architecture.md says what each wing holds, and leaves the rest to imports.json', async () => {
  const text = await readFile(new URL('docs/architecture.md', root), 'utf8');
  const [, , ...rows] = text.slice(text.indexOf('| wing | holds |')).split('\n\n')[0]?.split('\n') ?? [];
  expect(rows.map((row) => /^\| `(\w+)` \| \S.* \|$/.exec(row)?.[1])).toEqual(Object.keys(table.wings));
  const folders = Object.keys(table.folders).filter((folder) => text.includes(`| \`${folder}\` |`));
  expect(folders).toEqual([]);
});

/** [where it is planted, what each line imports and may not, what it may]. */
const planted: [string, string[], string[]][] = [
  [
    'functions/compute/instances',
    ['#lib/store/keys.ts', '#lib/drivers/clocks/a.ts', '#functions/compute/instances/list.ts', 'jose', 'node:crypto'],
    ['#lib/edge/a.ts', '#lib/domain/compute/a.ts', '#lib/model/compute/a.ts', './b.ts', 'zod'],
  ],
  [
    'statemachines/launch',
    ['#lib/store/keys.ts', '#lib/agent/a.ts', '#statemachines/stop/a.ts', 'node:fs'],
    ['#lib/edge/a.ts', '#lib/domain/compute/a.ts', './boot.ts', 'zod'],
  ],
  [
    'lib/edge/steps',
    ['#lib/store/platform/read.ts', '#lib/store/keys.ts', '#functions/a.ts', 'node:fs', '@aws-sdk/lib-dynamodb'],
    ['#lib/store/requests/rate.ts', '#lib/drivers/clocks/a.ts', '@middy/core', 'aws-lambda', 'zod', 'node:crypto'],
  ],
  [
    'lib/domain/compute/instances',
    ['#lib/edge/a.ts', '#functions/a.ts', '#lib/agent/a.ts', 'zod', 'node:crypto', '@aws-sdk/lib-dynamodb'],
    ['#lib/store/compute/a.ts', '#lib/store/keys.ts', '#lib/drivers/clocks/a.ts', '#lib/domain/compute/jobs/a.ts'],
  ],
  [
    'lib/store/compute',
    ['#lib/domain/compute/a.ts', '#lib/drivers/tokens/a.ts', 'node:crypto', '@aws-sdk/client-sfn', 'zod'],
    [
      ...['#lib/store/keys.ts', '#lib/drivers/clocks/a.ts', '#lib/model/compute/a.ts'],
      ...['@aws-sdk/client-dynamodb', '@aws-sdk/util-dynamodb'],
    ],
  ],
  [
    'lib/drivers/clocks',
    ['#lib/store/keys.ts', '#lib/domain/platform/a.ts', 'jose', 'croner', 'zod'],
    ['#lib/model/platform/a.ts', '#lib/drivers/secrets/a.ts', 'node:crypto', 'node:fs/promises'],
  ],
  ['lib/drivers/tokens', ['otplib', '#lib/store/keys.ts'], ['jose', 'node:fs', '#lib/drivers/clocks/a.ts']],
  ['lib/drivers/mail', ['jose', '@aws-sdk/client-sfn'], ['nodemailer/lib/mail-composer', '@aws-sdk/client-sesv2']],
  [
    'lib/agent/drivers/container',
    ['#lib/store/keys.ts', '#lib/domain/compute/jobs/a.ts', '#lib/drivers/workflows/a.ts', '#lib/edge/a.ts', 'jose'],
    ['#lib/model/compute/a.ts', '#lib/drivers/clocks/a.ts', '#lib/agent/a.ts', 'ssh2', 'ws', 'node:net'],
  ],
  [
    'lib/local/s3',
    ['#lib/domain/storage/a.ts', '#lib/store/keys.ts', '#lib/agent/a.ts', '#functions/a.ts', 'zod', 'ssh2'],
    ['#lib/local/a.ts', '#lib/standards/xml/a.ts', '#lib/model/storage/a.ts', 'lmdb', 'yaml', 'node:http'],
  ],
  [
    'lib/deploy',
    ['#lib/drivers/clocks/a.ts', '#lib/local/a.ts', '#lib/edge/a.ts', 'zod'],
    ['#lib/model/platform/a.ts', 'esbuild', 'yazl', 'node:fs'],
  ],
  ['lib/model/platform', ['#lib/store/keys.ts', '#lib/drivers/clocks/a.ts', 'node:fs', 'jose'], ['zod', 'node:crypto']],
];

describe('imports go down only', () => {
  test.each(planted)('%s', (folder, refused, allowed) => {
    expect(refused.filter((name) => !isFound(folder, name))).toEqual([]);
    expect(allowed.filter((name) => isFound(folder, name))).toEqual([]);
  });

  test.each(Object.keys(table.folders))('%s: a package that no row around it names is found', (folder) => {
    const names = Object.entries(table.folders).flatMap(([row, entries]) =>
      `${folder}/`.startsWith(`${row}/`) ? [] : entries.filter((name) => !/^(lib|functions|node:)/.test(name)),
    );
    const own = Object.entries(table.folders).flatMap(([row, entries]) =>
      `${folder}/`.startsWith(`${row}/`) ? entries : [],
    );
    const foreign = names.filter((name) => !own.includes(name));
    expect(foreign.length).toBeGreaterThan(5);
    expect(foreign.filter((name) => !isFound(folder, name))).toEqual([]);
  });

  test('in the store only definitions of entities, and the check of items against them, may make schemas', () => {
    const text = "import * as z from 'zod';";
    const files = ['compute/a.entity.ts', 'entity.ts', 'unfit.ts', 'compute/a.ts', 'compute/entity.ts'];
    const found = violations(
      table,
      files.map((file) => ({ file: `lib/store/${file}`, text })),
    );
    expect(found.map((fault) => fault.split(':')[0])).toEqual([
      'lib/store/compute/a.ts',
      'lib/store/compute/entity.ts',
    ]);
  });

  test('what is found names the line, the import, and what the folder may import', () => {
    const text = "import { a } from './a.ts';\nimport { b } from 'jose';\n";
    expect(violations(table, [{ file: 'lib/model/compute/planted.ts', text }])).toEqual([
      'lib/model/compute/planted.ts:2 imports jose: lib/model may import lib/model, lib/generated/actions.ts, zod, node:crypto',
    ]);
  });
});

describe('imports between wings go one way', () => {
  test.each([
    ['platform', 'identity'],
    ['identity', 'billing'],
    ['billing', 'compute'],
    ['storage', 'compute'],
    ['compute', 'storage'],
  ])('an import from %s into %s is found, on each floor', (from, to) => {
    for (const floor of table.floors) {
      expect(isFound(`${floor}/${from}`, `#lib/model/${to}/a.ts`)).toBe(true);
      expect(isFound(`${floor}/${from}`, `#lib/model/${from}/a.ts`)).toBe(false);
      expect(isFound(`${floor}/${from}`, '#lib/model/platform/a.ts')).toBe(false);
    }
    expect(isFound(`lib/domain/${from}/deeper`, `#lib/domain/${to}/some/file.ts`)).toBe(true);
    expect(isFound(`lib/domain/${from}`, `#lib/store/${to}/a.ts`)).toBe(true);
  });

  test("the edge's part of the store is of the lowest wing, and the page of keys of none", () => {
    expect(isFound('lib/store/requests', '#lib/model/identity/a.ts')).toBe(true);
    expect(isFound('lib/store/requests', '#lib/store/keys.ts')).toBe(false);
    expect(isFound('lib/domain/platform', '#lib/store/requests/rate.ts')).toBe(false);
    expect(violations(table, [{ file: 'lib/store/keys.ts', text: "import '#lib/model/compute/a.ts';" }])).toEqual([]);
  });
});

test.each([
  ['import', "import { a } from '%';"],
  ['import of a type', "import type { A } from '%';"],
  ['import of a type among values', "import { a, type A } from '%';"],
  ['re-export', "export { a } from '%';"],
  ['re-export of everything', "export * from '%';"],
  ['dynamic import', "export const a = await import('%');"],
  ['type by import()', "export type A = import('%').A;"],
])('a forbidden %s is found', (_form, text) => {
  expect(isFound('lib/domain/compute', 'jose', text.replace('%', 'jose'))).toBe(true);
  expect(isFound('lib/domain/storage', '#', text.replace('%', '#lib/domain/compute/a.ts'))).toBe(true);
});

/** A small house of its own, and what is found in it. */
async function faultsOf(files: Record<string, string>, rows: Partial<Table> = {}): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-imports-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const small = { folders: { 'lib/model': ['lib/model', 'zod'] }, floors: [], wings: {}, wingOf: {}, ...rows };
  const own = { 'imports.json': JSON.stringify(small), 'package.json': '{"dependencies":{"zod":"4.0.0"}}' };
  for (const [path, text] of Object.entries({ ...own, ...files })) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return inspect(dir).faults;
}

const model = { 'lib/model/a.ts': "import { z } from 'zod';\n" };

test('a house that keeps to its table has no fault', async () => {
  expect(await faultsOf(model)).toEqual([]);
});

test('a folder, a file or a package that is not there is a fault of the table', async () => {
  const folders = { 'lib/model': ['lib/model', 'zod', 'jose', 'lib/gone'], 'lib/nothing': [] };
  const rows = {
    folders,
    floors: ['lib/model'],
    wings: { one: ['two'] },
    wingOf: { 'lib/model/a.ts': '', 'lib/b.ts': '' },
  };
  expect(await faultsOf(model, rows)).toEqual(
    ['lib/nothing', 'jose', 'lib/gone', 'lib/model/one', 'lib/b.ts', 'two'].map(
      (name) => `imports.json: there is no ${name}`,
    ),
  );
});

test('a folder without a row and a file outside the wings are found', async () => {
  const files = { ...model, 'lib/new/a.ts': '', 'lib/model/one/b.ts': '' };
  expect(await faultsOf(files, { floors: ['lib/model'], wings: { one: [] } })).toEqual([
    'lib/model/a.ts: it is in no wing',
    'lib/new/a.ts: no row of imports.json has this folder',
  ]);
});

test('a circle is found, of types and dynamic imports too; what only leads into it is not of it', async () => {
  const files = {
    'lib/model/a.ts': "import type { B } from './b.ts';",
    'lib/model/b.ts': "export const c = import('#lib/model/c.ts');",
    'lib/model/c.ts': "export { a } from './a.ts';",
    'lib/model/above.ts': "import './a.ts';",
    'lib/model/below.ts': '',
    'lib/model/self.ts': "import './self.ts';",
  };
  expect(await faultsOf(files)).toEqual([
    'a circle of imports: lib/model/a.ts lib/model/b.ts lib/model/c.ts',
    'a circle of imports: lib/model/self.ts',
  ]);
  expect(
    circles([
      { file: 'lib/a.ts', text: "import './b.ts';" },
      { file: 'lib/b.ts', text: "import './c.ts';" },
    ]),
  ).toEqual([]);
});
