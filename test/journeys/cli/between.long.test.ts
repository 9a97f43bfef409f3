import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let svc: Cli;
const email = 'ann@example.com';
const [one, other] = ['s3://a-bucket-of-ann', 's3://another-of-ann'];

beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', SVC_LIMITS: 'off' } });
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, email);
  await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  for (const place of [one, other]) await svc.json('bucket', 'create', place.slice('s3://'.length));
  for (const name of ['page.html', 'note.txt']) writeFileSync(join(svc.home, name), name);
  writeFileSync(join(svc.home, 'none'), '');
  await svc(['cp', 'page.html', 'note.txt', 'none', `${one}/few/`]);
});

afterAll(async () => {
  await svc?.end();
  await platform?.stop();
});

const typeAt = async (place: string) => {
  const reply = await fetch((await svc(['presign', place])).out.trim());
  return [reply.headers.get('content-type'), await reply.text()];
};
const keys = async (place: string) => (await svc(['ls', '-r', '-o', 'id', place])).out.trimEnd().split('\n');

test('an object goes to another bucket and another key with its media type, or the one that is said', async () => {
  const done = await svc(['cp', `${one}/few/page.html`, `${other}/copy`]);
  expect(done).toEqual({ code: 0, out: '', err: 'Copied 1 file, 9 B.\n' });
  expect(await typeAt(`${other}/copy`)).toEqual(['text/html; charset=utf-8', 'page.html']);
  expect((await svc(['cp', `${other}/copy`, `${other}/again`, '--content-type', 'text/x'])).code).toBe(0);
  expect(await typeAt(`${other}/again`)).toEqual(['text/x', 'page.html']);
});

test('a folder goes to another, with files of this machine; -u leaves out what is there', async () => {
  expect((await svc(['cp', '-r', `${one}/few`, `${other}/few`])).err).toBe('Copied 3 files, 17 B.\n');
  expect(await keys(`${other}/few`)).toEqual(['few/none', 'few/note.txt', 'few/page.html']);
  expect(await svc.json('cp', '-ru', `${one}/few`, `${other}/few`)).toMatchObject({ files: 0, left_out: 3 });
  expect((await svc(['cp', `${one}/few/note.txt`, 'page.html', `${other}/both`])).code).toBe(0);
  expect(await keys(`${other}/both`)).toEqual(['both/note.txt', 'both/page.html']);
});

test('an object of several parts is the same to the byte', async () => {
  writeFileSync(join(svc.home, 'large'), randomBytes(20_000_001));
  await svc(['cp', 'large', `${one}/large`]);
  expect((await svc(['cp', `${one}/large`, `${other}/`])).err).toMatch(/^Copied 1 file, 19\.1 MiB\.$/m);
  await svc(['cp', `${other}/large`, 'back']);
  expect(readFileSync(join(svc.home, 'back')).equals(readFileSync(join(svc.home, 'large')))).toBe(true);
});

test('a copy that was interrupted goes on with the parts that are missing', async () => {
  writeFileSync(join(svc.home, 'long'), randomBytes(60_000_000));
  await svc(['cp', 'long', `${one}/long`]);
  const words = ['cp', `${one}/long`, `${other}/long`];
  const stopped = await svc([...words, '--debug'], { interruptAt: /PUT \S+ 200/ });
  expect(stopped).toMatchObject({ code: 130, err: expect.stringContaining('the same command resumes the copy') });
  expect(await svc.json(...words)).toMatchObject({ files: 1, bytes: 60_000_000, resumed: 1 });
});

test('what is not there is 5, and what leads to itself is refused', async () => {
  expect(await svc(['cp', `${one}/nothing`, `${other}/x`])).toMatchObject({
    code: 5,
    err: `svc: ${one}/nothing: there is no such object (not_found)\n`,
  });
  expect((await svc(['cp', '-r', `${one}/nothing`, `${other}/x`])).code).toBe(5);
  const told = async (...words: string[]) => (await svc(['cp', ...words])).err;
  expect(await told('-r', `${one}/few`, `${one}/few/deeper`)).toContain(`${one}/few/deeper/ is inside ${one}/few/`);
  expect(await told(`${one}/few/note.txt`, `${one}/few/`)).toContain('is both the source and the target');
  expect(await told(`${one}/few/`, `${other}/few`)).toContain('is a folder');
});
