import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataDir } from '#lib/local/data/data-dir.ts';
import { markOf } from '#lib/local/data/processes.ts';
import { StartError } from '#lib/local/start-error.ts';

let parent: string;
let path: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-data-dir-'));
  path = join(parent, 'a/b');
});
afterEach(() => rmSync(parent, { recursive: true }));

const open = () => openDataDir(path, 'http://localhost:3000');
const refused = async (sentence: string) => expect(open()).rejects.toEqual(new StartError(sentence));

test('a new folder is made for its owner alone, with a format number and a place for keys', async () => {
  const data = await open();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(data.file('keys')).mode & 0o777).toBe(0o700);
  expect(readFileSync(data.file('format'), 'utf8')).toBe('1\n');
  data.release();
  expect(existsSync(data.file('lock'))).toBe(false);
});

test('a folder that was opened before is opened again, and closed to others', async () => {
  (await open()).release();
  chmodSync(path, 0o755);
  (await open()).release();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('a second platform on the folder is refused by the name of the first', async () => {
  const data = await open();
  await refused(
    `SVC_DATA_DIR ${path} is in use by the platform at http://localhost:3000 (process ${process.pid}); stop that one, or set SVC_DATA_DIR, SVC_PORT and SVC_S3_PORT to others`,
  );
  data.release();
});

test('a folder with other files is left alone', async () => {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'thesis.txt'), '');
  await refused(`SVC_DATA_DIR ${path} holds other files; name an empty folder or a new one`);
});

test.each(['states', 'qemu'])('a folder may have %s before the first start', async (name) => {
  mkdirSync(join(path, name), { recursive: true });
  (await open()).release();
  expect(existsSync(join(path, name))).toBe(true);
});

test('a newer format, and one that is no number, are refused, and the lock is free again', async () => {
  (await open()).release();
  writeFileSync(join(path, 'format'), '7\n');
  await refused(
    `SVC_DATA_DIR ${path} was written by a newer version (format 7, this one reads up to 1); update, or choose another folder`,
  );
  writeFileSync(join(path, 'format'), 'x');
  await refused(`SVC_DATA_DIR ${path}: its file "format" holds no number; choose another folder`);
  expect(existsSync(join(path, 'lock'))).toBe(false);
});

test('a path through a file is refused in words', async () => {
  writeFileSync(join(parent, 'a'), '');
  await refused(`SVC_DATA_DIR ${path} cannot be used: a part of the path is not a folder`);
});

test('a folder that cannot be written is refused in words', async () => {
  // /proc takes no new folders, not even from root, to whom permission bits say nothing.
  path = '/proc/svc';
  await expect(open()).rejects.toThrow(/^SVC_DATA_DIR \/proc\/svc cannot be used: /);
});

test('what a killed run left is cleared away at the next opening', async () => {
  const data = await open();
  const socketDir = join(parent, 'sockets');
  mkdirSync(socketDir);
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const mark = markOf(child.pid ?? 0);
  if (!mark) throw new Error('no mark');
  data.record({ children: [mark], socketDir });
  // As SIGKILL would leave it: the record stays, the lock's owner is gone.
  rmSync(data.file('lock'));
  (await open()).release();
  expect(await ended).toBe('SIGKILL');
  expect(existsSync(socketDir)).toBe(false);
  expect(existsSync(data.file('run.json'))).toBe(false);
});
