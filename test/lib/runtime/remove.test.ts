import { execFileSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder, sweepTrash, toTrash } from '#lib/runtime/system/files.ts';
import { removeTrees } from '#lib/runtime/system/remove.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-remove-'));
});
afterEach(() => {
  execFileSync('rm', ['-rf', root]);
});

const perl = async (script: string) => {
  const verdict = await run({ file: 'perl', args: ['-e', script], env: HOST_ENV, cwd: root });
  expect(reasonOf({ ...verdict, stderr: verdict.stderr || 'fine' })).toBe('fine');
};
const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

test('a tree goes with what is closed, odd, long and deep in it, and links are not followed', async () => {
  await mkdir(join(root, 'kept'));
  await writeFile(join(root, 'kept/file'), '');
  await perl(`mkdir 'tree'; chdir 'tree'; symlink '../kept', 'kept'; symlink '../../kept', '.removing-0';
    mkdir '.removing-1'; mkdir '.removing-1/x'; system 'mkfifo', './-rf'; open F, '>', "line\\nline";
    mkdir 'shut'; mkdir 'shut/in'; open F, '>', 'shut/in/file'; mkdir 'shut/in/empty'; link 'shut/in/file', 'hard';
    chmod 0, 'shut/in/empty'; chmod 0, 'shut/in'; chmod 0, 'shut';
    for (1 .. 300) { mkdir 'l' x 250; chdir 'l' x 250; open F, '>', $_; symlink '/etc', 'etc' } chmod 0, '.'`);
  await removeTrees([join(root, 'tree'), join(root, 'nothing')]);
  expect(await readdir(root)).toEqual(['kept']);
  expect(await readdir(join(root, 'kept'))).toEqual(['file']);
});

test('several remove one tree at a time', async () => {
  for (let round = 0; round < 8; round++) {
    await perl(`mkdir 'tree'; for my $top (1 .. 60) { my $path = "tree/$top"; mkdir $path;
      for my $in (1 .. 12) { $path .= "/$in"; mkdir $path; open F, '>', "$path/file-$_" for 1 .. 3 } }`);
    await Promise.all(Array.from({ length: 4 }, () => removeTrees([join(root, 'tree')])));
    expect(await readdir(root)).toEqual([]);
  }
});

test('a name is free at once, a link goes alone, and what is absent stays so', async () => {
  await mkdir(join(root, 'kept'));
  await symlink(join(root, 'kept'), join(root, 'link'));
  await removeFolder(join(root, 'link'));
  await removeFolder(join(root, 'nothing'));
  await mkdir(join(root, 'empty'));
  expect(await toTrash(join(root, 'empty'))).toBe(null);
  await mkdir(join(root, 'full/in'), { recursive: true });
  expect(await toTrash(join(root, 'full'))).toMatch(/\/full\.[0-9a-f-]{36}\.trash$/);
  await mkdir(join(root, 'full'));
  await sweepTrash([root]);
  expect((await readdir(root)).sort()).toEqual(['full', 'kept']);
});

test.runIf(process.getuid?.() === 0)('what cannot be removed is told in a line, and the rest goes', async () => {
  // As the owner of the tree, to whom a folder in it does not belong.
  for (const folder of ['one/in', 'two/sp\u001bot']) await mkdir(join(root, folder), { recursive: true });
  for (const file of ['one/file', 'two/sp\u001bot/file']) await writeFile(join(root, file), '');
  for (const folder of ['', 'one', 'one/in', 'two']) await chown(join(root, folder), 4242, 4242);
  await chmod(join(root, 'two/sp\u001bot'), 0o755);
  const trees = ['two', 'one'].map((name) => join(root, name));
  await expect(removeTrees(trees)).rejects.toThrow(/^not all could be removed: .*sp\?ot.*: Permission denied$/);
  expect([await exists(join(root, 'one')), await exists(join(root, 'two/sp\u001bot/file'))]).toEqual([false, true]);
});
