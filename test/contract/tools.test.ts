import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const settings = [
  'biome.json',
  'knip.json',
  'lib/deploy/functions.js',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A small service of our shape, with one fault of each kind that the tools are here to find. */
const project = {
  'serverless.yml': [
    'service: planted',
    'plugins: [./lib/deploy/plugin.ts, serverless-offline]',
    `functions: \${file(lib/deploy/functions.js):functions}`,
    'resources: { Outputs: { Table: { Value: !GetAtt Table.Arn } } }',
  ].join('\n'),
  'functions/things/functions.yml': 'listThings: { handler: functions/things/list.handler }\n',
  'functions/things/list.ts': "import { used } from '#lib/model/thing.ts';\n\nexport const handler = () => used;\n",
  'functions/things/forgotten.ts': 'export const handler = () => 1;\n',
  'statemachines/launch/functions.yml': 'launchBoot: { handler: statemachines/launch/boot.handler }\n',
  'statemachines/launch/boot.ts': "import { used } from '#lib/model/thing.ts';\n\nexport const handler = () => used;\n",
  'lib/model/thing.ts': "export const used = 'thing';\nexport const unused = 1;\nexport type Unread = string;\n",
  'lib/deploy/plugin.ts':
    "import express from 'express';\n\nexport default class Plugin {\n  b: number = express;\n}\n",
  // What vitest.config.ts sets up.
  'test/support/vitest/fresh-file.ts': 'export {};\n',
  'test/support/table/records.ts': 'export {};\n',
  'test/support/report/measure.ts': 'export {};\n',
  'test/support/platform/end-killed.ts': 'export {};\n',
  'test/support/grants/recorder.ts': 'export {};\n',
  'test/support/shared/plugin.ts': "export const sharing = () => ({ name: 'sharing' });\n",
  'test/support/grants/plugin.ts': "export const underRoles = () => ({ name: 'under-roles' });\n",
  'test/model/thing.test.ts': "import { used } from '#lib/model/thing.ts';\n\nexport const wrong: number = used;\n",
};

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-tools-'));
  for (const name of settings) await cp(join(root, name), join(dir, name));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir');
  for (const [path, text] of Object.entries(project)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
});

afterAll(() => rm(dir, { recursive: true, force: true }));

const tool = (name: string, ...args: string[]) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, NO_COLOR: '1' };
    execFile(process.execPath, [join(root, 'node_modules', name), ...args], { cwd: dir, env }, (_exit, stdout) =>
      resolve(stdout),
    );
  });

test('knip follows functions.yml and #lib imports, and finds what nothing uses', async () => {
  const report: { issues: KnipIssue[] } = JSON.parse(
    await tool('knip/bin/knip.js', '--no-progress', '--reporter=json'),
  );
  const found = (kind: keyof KnipIssue) =>
    report.issues.flatMap((issue) => (issue[kind] as { name: string }[]).map(({ name }) => name)).sort();
  expect(found('files')).toEqual(['functions/things/forgotten.ts']);
  expect(found('exports')).toEqual(['unused']);
  expect(found('types')).toEqual(['Unread']);
  expect(found('unlisted')).toEqual(['express']);
  expect(found('unresolved')).toEqual([]);
  expect(found('dependencies')).toEqual(expect.arrayContaining(['zod', 'jose']));
  expect(found('devDependencies')).not.toContain('serverless-offline');
});

test('tsc reads every file and finds a wrong type', async () => {
  const out = await tool('typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--listFiles');
  const read = out.split('\n').filter((line) => line.startsWith('/') && !line.includes('node_modules'));
  const sources = [...Object.keys(project), ...settings].filter((name) => /\.[jt]s$/.test(name));
  expect(read.map((path) => path.slice(path.indexOf('svc-tools-')).split('/').slice(1).join('/')).sort()).toEqual(
    sources.sort(),
  );
  expect(out).toContain(
    "test/model/thing.test.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  );
  expect(out).toContain("lib/deploy/plugin.ts(1,21): error TS2307: Cannot find module 'express'");
});

interface KnipIssue {
  file: string;
  files: { name: string }[];
  exports: { name: string }[];
  types: { name: string }[];
  unlisted: { name: string }[];
  unresolved: { name: string }[];
  dependencies: { name: string }[];
  devDependencies: { name: string }[];
}
