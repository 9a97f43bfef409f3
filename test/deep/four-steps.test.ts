import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, blocksOf } from '#test/support/documents/documents.ts';

/* "Add a route in four steps" of functions/README.md, taken to the letter in a copy of the tree. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const notCopied = new Set(['node_modules', '.git', '.svc', '.serverless', '.build', 'coverage']);

/**
 * Answers a file with the added lines of a block inserted after the block's lines before them. Throws unless those are
 * found once.
 */
function patched(text: string, block: string): string {
  const lines = block.trimEnd().split('\n');
  const kept = lines.filter((line) => line.startsWith(' ')).map((line) => `${line.slice(1)}\n`);
  const added = lines.map((line) => `${line.slice(1)}\n`).join('');
  const [before, ...rest] = text.split(kept.join(''));
  if (before === undefined || rest.length !== 1 || kept.length === lines.length) throw new Error(`not once: ${block}`);
  return `${before}${added}${rest[0]}`;
}

let dir: string;
let blocks: Block[];

beforeAll(async () => {
  blocks = blocksOf('functions/README.md', 'Add a route in four steps');
  dir = await mkdtemp(join(tmpdir(), 'svc-four-steps-'));
  await cp(root, dir, { recursive: true, filter: (path) => !notCopied.has(relative(root, path).split(sep)[0] ?? '') });
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
const env = Object.fromEntries(
  Object.entries({ ...process.env, PATH: path, NO_COLOR: '1' }).filter(
    ([name]) => !/^(VITEST|NODE_ENV|SVC_|AWS_)/.test(name),
  ),
);

/** What a command says, and whether it ended well. */
const said = (command: string): Promise<string> =>
  promisify(execFile)('bash', ['-c', command], { cwd: dir, env, maxBuffer: 1 << 26 }).then(
    () => 'ended well',
    ({ stdout, stderr }) => `${stdout}\n${stderr}`,
  );

test('the page has a block of every kind', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts', 'yaml', 'diff', 'sh']));
  expect(blocks.filter(({ language, file }) => (language === 'sh') !== (file === undefined))).toEqual([]);
});

test('the four steps are complete: what the last one runs passes in a copy of the tree', async () => {
  for (const { language, file, text } of blocks) {
    if (file === undefined) continue;
    const at = join(dir, file);
    await mkdir(dirname(at), { recursive: true });
    if (language === 'diff') await writeFile(at, patched(await readFile(at, 'utf8'), text));
    else await writeFile(at, text, { flag: 'wx' });
  }
  for (const command of blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n')))
    expect({ command, said: await said(command) }).toEqual({ command, said: 'ended well' });
  const document = JSON.parse(await readFile(join(dir, 'lib/generated/openapi.json'), 'utf8'));
  expect(document.paths['/compute/contact'].put['x-iam-action']).toBe('compute:PutContact');
}, 900_000);

test('a step left out is noticed', async () => {
  const tests = 'npx vitest run --project contract test/contract/{actions,routes}.test.ts';
  const yml = 'functions/compute/contact/functions.yml';
  const made = 'lib/generated/actions.ts';
  const entry = await readFile(join(dir, yml), 'utf8');
  for (const [file, left, command] of [
    [yml, '{}\n', tests],
    [yml, entry.replace(/^#.*\n/, ''), 'npm run openapi'],
    [made, await readFile(join(root, made), 'utf8'), tests],
  ] as const) {
    const whole = await readFile(join(dir, file), 'utf8');
    await writeFile(join(dir, file), left);
    expect(await said(command), left).not.toBe('ended well');
    await writeFile(join(dir, file), whole);
  }
}, 300_000);
