import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHostKey } from '#lib/cli/commands/host-keys.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-known-'));
  file = join(dir, 'known_hosts');
});
afterEach(() => rmSync(dir, { recursive: true }));

const [first, second] = ['i-01kanx7m3v5q8w2c4d6f7g9h1j', 'i-01kanx7m3v5q8w2c4d6f7g9h1k'];
const one = { id: first, host_key: 'ssh-ed25519 AAAAone' };
const other = { id: second, host_key: 'ssh-ed25519 AAAAother' };

test('the key of each machine is one line, for its owner alone; a new key takes the place of an earlier one', () => {
  expect([one, other, one].map((host) => keepHostKey(file, host))).toEqual([true, true, true]);
  expect(readFileSync(file, 'utf8')).toBe(`${first} ssh-ed25519 AAAAone\n${second} ssh-ed25519 AAAAother\n`);
  keepHostKey(file, { ...one, host_key: 'ssh-ed25519 AAAAnew' });
  expect(readFileSync(file, 'utf8')).toBe(`${second} ssh-ed25519 AAAAother\n${first} ssh-ed25519 AAAAnew\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a machine whose key the platform does not know has no line', () => {
  expect(keepHostKey(file, { id: first, host_key: null })).toBe(false);
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

test.each(['', 'ssh-ed25519', 'ssh-ed25519 AAAA\n* ssh-ed25519 BBBB', 'ssh-ed25519 AAAA comment'])(
  '%j is no host key, and is refused',
  (host_key) => {
    expect(() => keepHostKey(file, { id: first, host_key })).toThrow(/^host_key: the platform answers .* not used/);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  },
);

test('what is no id is refused', () => {
  expect(() => keepHostKey(file, { ...one, id: '* ssh-rsa AAAA\ni-1' })).toThrow(/^id: the platform answers/);
});
