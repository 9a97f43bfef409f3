import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guestKeyReader } from '#lib/runtime/ssh/guest-keys.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { findTool } from '#lib/runtime/system/tools.ts';

let dir: string;
let home: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-test-keys-'));
  home = join(dir, 'disk/root');
  mkdirSync(home, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

const line = () => makeHostKey().public;
/** Makes a folder with a file of keys, and answers it. */
function keysAt(folder: string, ...lines: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'authorized_keys'), `${lines.join('\n')}\n`);
  return folder;
}

test('the keys of the file are read, and read again after a change', () => {
  const read = guestKeyReader(home, '');
  expect(read()).toEqual([]);
  keysAt(join(home, '.ssh'), line(), 'no key', `command="id" ${line()}`, '', line());
  expect(read()).toHaveLength(2);
  expect(read()).toBe(read());
  keysAt(join(home, '.ssh'), line());
  expect(read()).toHaveLength(1);
});

test('no link is followed: of the file, of the folder, of the home', () => {
  const theirs = keysAt(join(dir, 'theirs'), line());
  const own = (name: string) => join(dir, name);
  mkdirSync(join(own('file'), '.ssh'), { recursive: true });
  symlinkSync(join(theirs, 'authorized_keys'), join(own('file'), '.ssh/authorized_keys'));
  mkdirSync(own('folder'));
  symlinkSync(theirs, join(own('folder'), '.ssh'));
  keysAt(join(own('real'), '.ssh'), line());
  symlinkSync(own('real'), own('home'));
  for (const name of ['file', 'folder', 'home']) expect([name, guestKeyReader(own(name), '')()]).toEqual([name, []]);
});

test('a file that is too large, or closed, or none, has no keys', () => {
  const folder = keysAt(join(home, '.ssh'), line());
  const read = guestKeyReader(home, '');
  writeFileSync(join(folder, 'authorized_keys'), `${line()}\n`.repeat(2_000));
  expect(read()).toEqual([]);
  rmSync(join(folder, 'authorized_keys'));
  mkdirSync(join(folder, 'authorized_keys'));
  expect(read()).toEqual([]);
  chmodSync(folder, 0o700);
});

test('a folder that is exchanged for a link again and again leads nowhere', async () => {
  const theirs = keysAt(join(dir, 'theirs'), line());
  keysAt(join(home, 'a'), line(), line());
  symlinkSync(theirs, join(home, 'b'));
  const swap = `chdir q(${home}); $| = 1; print "on"; for (;;) { for my $one (qw(a b)) { rename $one, q(.ssh); rename q(.ssh), $one } }`;
  const guest = spawn(findTool('perl') ?? '', ['-e', swap]);
  try {
    await once(guest.stdout, 'data');
    const read = guestKeyReader(home, '');
    const seen = new Set<number>();
    for (let i = 0; i < 20_000; i++) seen.add(read().length);
    expect([...seen].sort()).toEqual([0, 2]);
  } finally {
    guest.kill('SIGKILL');
    await once(guest, 'exit');
  }
});
