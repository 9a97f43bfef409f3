import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHostKey } from '#lib/cli/hand/host-keys.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-known-'));
  file = join(dir, 'known_hosts');
});
afterEach(() => rmSync(dir, { recursive: true }));

const one = { id: 'i-1', host_key: 'ssh-ed25519 AAAAone' };
const other = { id: 'i-2', host_key: 'ssh-ed25519 AAAAother' };

test('the key of each machine is one line, for its owner alone; a new key takes the place of an earlier one', () => {
  expect([one, other, one].map((host) => keepHostKey(file, host))).toEqual([true, true, true]);
  expect(readFileSync(file, 'utf8')).toBe('i-1 ssh-ed25519 AAAAone\ni-2 ssh-ed25519 AAAAother\n');
  keepHostKey(file, { ...one, host_key: 'ssh-ed25519 AAAAnew' });
  expect(readFileSync(file, 'utf8')).toBe('i-2 ssh-ed25519 AAAAother\ni-1 ssh-ed25519 AAAAnew\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([null, '', 'ssh-ed25519', 'ssh-ed25519 AAAA\n* ssh-ed25519 BBBB', 'ssh-ed25519 AAAA comment'])(
  '%j is no host key',
  (host_key) => {
    expect(keepHostKey(file, { id: 'i-1', host_key })).toBe(false);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  },
);
