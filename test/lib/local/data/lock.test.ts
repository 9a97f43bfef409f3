import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '#lib/local/data/lock.ts';
import { isAlive, killLeftOver, markOf } from '#lib/local/data/processes.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-lock-'));
  file = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

const module = fileURLToPath(import.meta.resolve('#lib/local/data/lock.ts'));

/** Another process that takes the lock and keeps it until its standard input ends. */
async function holder() {
  const code = `
    const { takeLock } = await import(${JSON.stringify(module)});
    console.log('heldBy' in takeLock(${JSON.stringify(file)}, 'http://localhost:1') ? 'refused' : 'held');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return { child, said, exited };
}

test('a lock is held once, names its holder, and can be taken again when it is released', () => {
  const first = takeLock(file, 'http://localhost:3000');
  expect(takeLock(file, 'http://localhost:3100')).toEqual({
    heldBy: { ...markOf(process.pid), url: 'http://localhost:3000' },
  });
  if ('heldBy' in first) throw new Error('not taken');
  first.release();
  expect(readdirSync(dir)).toEqual([]);
  expect(takeLock(file, 'http://localhost:3100')).toHaveProperty('release');
});

test('the lock of a living process holds, that of a killed one is taken over', async () => {
  const other = await holder();
  expect(other.said).toBe('held');
  expect(takeLock(file, 'x')).toEqual({ heldBy: expect.objectContaining({ pid: other.child.pid }) });
  other.child.kill('SIGKILL');
  await other.exited;
  expect(takeLock(file, 'x')).toHaveProperty('release');
});

test('a lock whose process number was given to another process is stale', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: 'some other boot:1', url: 'x' }));
  expect(takeLock(file, 'mine')).toHaveProperty('release');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, url: 'mine' });
});

test('an unreadable lock file, and what a cut-off takeover left, do not keep the folder closed', () => {
  writeFileSync(file, '{"pid":');
  expect(takeLock(file, 'x')).toHaveProperty('release');
});

test('of several processes that find a stale lock, one gets it', async () => {
  writeFileSync(file, JSON.stringify({ pid: 1, start: 'gone', url: 'x' }));
  const all = await Promise.all(Array.from({ length: 4 }, holder));
  expect(all.map(({ said }) => said).sort()).toEqual(['held', 'refused', 'refused', 'refused']);
  for (const { child } of all) child.kill('SIGKILL');
  await Promise.all(all.map(({ exited }) => exited));
});

test('a left-over process is ended only while it is the one that was marked', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const mark = markOf(child.pid ?? 0);
  if (!mark) throw new Error('no mark');
  killLeftOver({ ...mark, start: 'another' });
  expect(isAlive(mark)).toBe(true);
  killLeftOver(mark);
  expect(await exited).toBe('SIGKILL');
  expect(isAlive(mark)).toBe(false);
});

test('a process that is gone has no mark', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  expect(markOf(pid)).toBeUndefined();
  expect(existsSync(file)).toBe(false);
});
