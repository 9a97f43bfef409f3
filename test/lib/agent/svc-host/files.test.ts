import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey, readKey } from '#lib/agent/link/key.ts';
import { HostFiles } from '#lib/agent/svc-host/files.ts';

let dir: string;
let files: HostFiles;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-files-'));
  files = new HostFiles(join(dir, 'state'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a host has settings and a key, for its owner alone, and forgets both', () => {
  expect(files.hasJoined).toBe(false);
  expect(() => files.settings()).toThrow(`this machine is no host: ${files.dir} has no settings; see "svc-host join"`);
  const key = newKey();
  files.writeKey(key);
  const auth = { SVC_REGISTRY_AUTH: '/root/.docker/config.json' };
  files.writeSettings({ SVC_HOST: 'host-a', SVC_CAPACITY: '8,15360', SVC_ADDRESS_POOL: '', ...auth });
  expect(readKey(files.keyFile)).toEqual(key);
  for (const name of readdirSync(files.dir)) expect(statSync(join(files.dir, name)).mode & 0o777).toBe(0o600);
  expect(statSync(files.dir).mode & 0o777).toBe(0o700);
  expect(files.settings()).toEqual({ SVC_HOST: 'host-a', SVC_CAPACITY: '8,15360', ...auth });
  files.forget();
  expect([files.hasJoined, readdirSync(files.dir)]).toEqual([false, []]);
});

test('the next key is made once, and takes the place of the one before', () => {
  files.writeKey(newKey());
  const next = files.makeNextKey();
  expect(files.makeNextKey()).toEqual(next);
  files.adoptNextKey();
  expect([readKey(files.keyFile), files.nextKey()]).toEqual([next, undefined]);
});

test.each([
  ['SVC_MODE=local', 'SVC_MODE is no setting of a host'],
  ['AWS_ACCESS_KEY_ID=x', 'AWS_ACCESS_KEY_ID is no setting of a host'],
  ['anything', 'this is no setting of a host'],
])('a file with %s is refused, with the line', (line, why) => {
  files.writeKey(newKey());
  writeFileSync(files.settingsFile, `# comment\nSVC_HOST=host-a\n${line}\n`);
  expect(() => files.settings()).toThrow(`${files.settingsFile}, line 3: ${why}`);
});

test('what is no key is refused, and not quoted', () => {
  files.writeKey(newKey());
  const half = JSON.stringify({ kty: 'OKP', x: 'public' });
  for (const text of ['secret words', half]) {
    writeFileSync(files.keyFile, text);
    expect(() => readKey(files.keyFile)).toThrow(new Error(`${files.keyFile} is not the key of a host`));
  }
  expect(readFileSync(files.keyFile, 'utf8')).toBe(half);
});
