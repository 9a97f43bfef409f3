import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addonFor } from '#lib/deploy/addons.ts';
import { root as repository } from './service.ts';

const NAME = '@node-rs/argon2-linux-arm64-gnu';
const code = 'machine code for arm64';

/** A tar archive of npm's form with one file. */
function tarball(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('ustar\x0000', 257);
  header.write('        0', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]));
}

const archive = tarball('package/argon2.linux-arm64-gnu.node', code);
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;

let registry: Server;
let requests: string[];
let dir: string;

beforeEach(async () => {
  requests = [];
  registry = createServer((request, response) => {
    requests.push(request.url ?? '');
    const tarball = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/addon.tgz`;
    const version = { name: NAME, version: '2.2.1', dist: { tarball, integrity } };
    const packument = { name: NAME, 'dist-tags': { latest: '2.2.1' }, versions: { '2.2.1': version } };
    response.end(request.url === '/addon.tgz' ? archive : JSON.stringify(packument));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  dir = mkdtempSync(join(tmpdir(), 'svc-addon-'));
  writeFileSync(join(dir, 'package.json'), '{}');
  const { port } = registry.address() as AddressInfo;
  writeFileSync(
    join(dir, '.npmrc'),
    `registry=http://127.0.0.1:${port}/\ncache=${join(dir, 'npm')}\nfetch-retries=0\n`,
  );
});

afterEach(() => {
  registry.close();
  rmSync(dir, { recursive: true, force: true });
});

const lock = (checksum: string) =>
  writeFileSync(
    join(dir, 'package-lock.json'),
    JSON.stringify({ packages: { [`node_modules/${NAME}`]: { version: '2.2.1', integrity: checksum } } }),
  );
const fetched = () => addonFor('@node-rs/argon2', 'arm64', dir, join(dir, 'cache'));

test('the installed machine code is used where it fits', async () => {
  const [architecture, name] = process.arch === 'arm64' ? (['arm64', 'arm64'] as const) : (['x86_64', 'x64'] as const);
  const path = await addonFor('@node-rs/argon2', architecture, repository, join(dir, 'cache'));
  expect(path).toBe(join(repository, `node_modules/@node-rs/argon2-linux-${name}-gnu/argon2.linux-${name}-gnu.node`));
});

test('what is not installed is fetched by npm, once, at the locked version', async () => {
  lock(integrity);
  const path = await fetched();
  expect(readFileSync(path, 'utf8')).toBe(code);
  expect(requests).toContain('/addon.tgz');
  requests = [];
  expect(await fetched()).toBe(path);
  expect(requests).toEqual([]);
});

test('what is not the locked bytes is refused and not kept', async () => {
  lock(`sha512-${createHash('sha512').update('something else').digest('base64')}`);
  await expect(fetched()).rejects.toThrow(`${NAME}@2.2.1 is not what package-lock.json says (sha512 differs)`);
  lock(integrity);
  expect(readFileSync(await fetched(), 'utf8')).toBe(code);
});

test('without a registry it says what is missing and why', async () => {
  lock(integrity);
  registry.close();
  await expect(fetched()).rejects.toThrow(
    `${NAME}@2.2.1 is for another processor than this machine's and npm could not fetch it (ECONNREFUSED)`,
  );
});

test('a lock file that does not know the package is named', async () => {
  writeFileSync(join(dir, 'package-lock.json'), '{"packages":{}}');
  await expect(fetched()).rejects.toThrow(`package-lock.json does not hold ${NAME}: run npm install`);
});
