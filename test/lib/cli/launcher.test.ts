import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const manifest = { name: 'svc', type: 'module', version: '7.8.9', imports: { '#lib/*': './lib/*' } };
const root = fileURLToPath(new URL('../../../', import.meta.url));
let checkout: string;

/** A checkout whose command line answers its version, its words, what it is told and where it takes itself to be. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'svc-launcher-'));
  const made = checkout;
  onTestFinished(() => rmSync(made, { recursive: true }));
  for (const name of ['lib/cli/launcher', 'lib/deploy/npm/cli-bundle.mjs'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  mkdirSync(join(checkout, 'node_modules'));
  symlinkSync(join(root, 'node_modules/esbuild'), join(checkout, 'node_modules/esbuild'));
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(checkout, name), JSON.stringify(manifest));
  mkdirSync(join(checkout, 'lib/generated'));
  table({ disk: [{ verb: 'list' }] });
  mkdirSync(join(checkout, 'lib/cli/config'));
  const own = `import { existsSync } from 'node:fs';
    export const isCheckout = existsSync(new URL('../../../package-lock.json', import.meta.url));`;
  writeFileSync(join(checkout, 'lib/cli/config/own.ts'), own);
  says('one');
});

const table = (commands: object) =>
  writeFileSync(join(checkout, 'lib/generated/commands.json'), JSON.stringify({ commands }));

let changes = 0;

/** Writes the program, at another moment each time. */
function says(word: string): void {
  const file = join(checkout, 'lib/cli/main.ts');
  writeFileSync(
    file,
    `import made from '#lib/generated/commands.json' with { type: 'json' };
    import { isCheckout } from './config/own.ts';
    export async function main(words: readonly string[], version: string): Promise<number> {
      console.log(version, words.join(','), ${JSON.stringify(word)}, JSON.stringify(made.commands), isCheckout);
      return words.includes('fail') ? 5 : 0;
    }`,
  );
  changes += 1;
  utimesSync(file, 1_700_000_000 + changes, 1_700_000_000 + changes);
}

/** What the launcher prints, and how it ends. */
function svc(...words: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const launcher = join(checkout, 'lib/cli/launcher/svc.mjs');
  return new Promise((resolve) => {
    execFile(process.execPath, [launcher, ...words], { cwd: checkout }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const made = () => readdirSync(join(checkout, 'node_modules/.svc-cli')).sort();
const compiled = () => made().filter((name) => name.endsWith(`.cjs.${process.version}-${process.arch}`));

test('the command line runs as one file, and anew once a source has changed', async () => {
  const out = '7.8.9 disk,list one {"disk":[{"verb":"list"}]} true\n';
  expect(await svc('disk', 'list')).toEqual({ code: 0, out, err: '' });
  const before = made();
  expect(await svc('fail')).toMatchObject({ code: 5, out: expect.stringContaining('7.8.9 fail one ') });
  expect(made()).toEqual(before);
  says('two');
  expect((await svc()).out).toContain(' two ');
  table({ disk: [], volume: [] });
  expect((await svc()).out).toContain('{"disk":[],"volume":[]}');
});

test('what V8 compiled is kept by a command that ended well, and not by help', async () => {
  for (const words of [[], ['--help'], ['help', 'disk'], ['__complete', 'd'], ['fail']]) {
    await svc(...words);
    expect(compiled()).toEqual([]);
  }
  await svc('disk', 'list');
  expect(compiled()).toHaveLength(1);
  const before = made();
  // It is of no use to another V8, which makes its own.
  const file = join(checkout, 'node_modules/.svc-cli', compiled()[0] ?? '');
  writeFileSync(file, 'of another V8');
  expect((await svc('disk', 'list')).out).toContain(' one ');
  const runs = () => readFileSync(file).at(-1);
  expect(runs()).toBe(1);
  for (let run = 0; run < 9; run += 1) await svc('disk', 'list');
  expect(runs()).toBe(8);
  expect(made()).toEqual(before);
});

test('several that start at once all run', async () => {
  const ended = await Promise.all([1, 2, 3, 4].map(() => svc('disk', 'list')));
  const [first] = ended;
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(ended).toEqual([first, first, first, first]);
  expect(made().filter((name) => name.startsWith('new-'))).toEqual([]);
});

test('where nothing can be made, the sources run', async () => {
  writeFileSync(join(checkout, 'node_modules/.svc-cli'), 'no folder');
  const out = '7.8.9 disk,list one {"disk":[{"verb":"list"}]} true\n';
  expect(await svc('disk', 'list')).toMatchObject({ code: 0, out });
});
