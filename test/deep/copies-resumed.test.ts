import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const launcher = fileURLToPath(new URL('../../../lib/cli/launcher/svc.mjs', import.meta.url));
const email = 'ann@example.com';
const bucket = 'a-bucket-of-ann';
const size = 200 * 1024 * 1024 + 5;
let platform: RunningPlatform;
let svc: Cli;
let client: Client;

beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_LIMITS: 'off' } });
  svc = await commandLine(platform.baseUrl);
  client = await Client.verified(platform.baseUrl, email);
  await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  await svc.json('bucket', 'create', bucket);
  await write(here('large'));
});

afterEach(() => svc(['rm', '-r', '-y', `s3://${bucket}`]));

afterAll(async () => {
  await svc?.end();
  await platform?.stop();
});

const here = (name: string) => join(svc.home, name);

/** A file of which no two parts are the same. */
async function write(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let at = 0, block = 0; at < size; block += 1) {
    const bytes = createHash('shake128', { outputLength: Math.min(1024 * 1024, size - at) }).update(`${block}`);
    at += (await file.write(bytes.digest())).bytesWritten;
  }
  await file.close();
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Runs a command, and kills it once what is looked for is there. */
async function killedWhen(words: readonly string[], probe: () => Promise<boolean> | boolean): Promise<void> {
  const child = spawn(process.execPath, [launcher, ...words], { env: svc.env, cwd: svc.home, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', () => resolve(child.signalCode)));
  await eventually(probe);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

const notes = () => (existsSync(here('.cache/svc/uploads')) ? readdirSync(here('.cache/svc/uploads')) : []);

/** The bytes that the platform has of the one upload under way. */
async function uploaded(key: string): Promise<number> {
  const [note] = notes().filter((name) => name.endsWith('.json'));
  if (!note) return 0;
  const { upload_id } = JSON.parse(readFileSync(here(`.cache/svc/uploads/${note}`), 'utf8'));
  const { body } = await client.get(`/storage/buckets/${bucket}/multipart-uploads/${upload_id}?key=${key}`);
  return (body.parts ?? []).reduce((sum: number, part: { size: number }) => sum + part.size, 0);
}

test('an upload that was killed goes on with the same command', async () => {
  const words = ['cp', 'large', `s3://${bucket}/large`];
  await killedWhen(words, async () => (await uploaded('large')) > 0);
  const before = await uploaded('large');
  expect(before).toBeLessThan(size);
  const again = await svc([...words, '--debug']);
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('resumed an earlier copy') });
  const sent = again.err.match(/^debug: PUT .* 200 /gm) ?? [];
  const missing = Math.ceil((size - before) / (8 * 1024 * 1024));
  // What was under way when the command was killed may have arrived since.
  expect(sent.length).toBeLessThanOrEqual(missing);
  expect(notes()).toEqual([]);
  expect((await svc(['cp', `s3://${bucket}/large`, 'back'])).code).toBe(0);
  expect(await sumOf(here('back'))).toBe(await sumOf(here('large')));
});

test('Ctrl-C says how it goes on', async () => {
  const words = ['cp', 'large', `s3://${bucket}/large`, '--debug'];
  const { code, err } = await svc(words, { interruptAt: /debug: PUT .* 200/ });
  expect(code).toBe(130);
  expect(err).toMatch(/^svc: interrupted at \d+ % \(interrupted\)\ntry: the same command resumes the copy$/m);
  expect((await svc(words)).err).toContain('resumed an earlier copy');
});

test('a file that has changed since begins anew, and the old parts are deleted', async () => {
  const words = ['cp', 'large', `s3://${bucket}/large`];
  await killedWhen(words, async () => (await uploaded('large')) > 0);
  utimesSync(here('large'), new Date(), new Date());
  const again = await svc([...words, '--debug']);
  expect(again.err).toMatch(/^debug: DELETE \/storage\/buckets\/[^ ]+\/multipart-uploads\/\S+ 200/m);
  expect(again.err).toContain('Copied 1 file, 200 MiB.');
});

test('a download that was killed goes on with the same command', async () => {
  await svc(['cp', 'large', `s3://${bucket}/large`]);
  const words = ['cp', `s3://${bucket}/large`, 'got'];
  const cache = here('.cache/svc/downloads');
  const part = () => (existsSync(cache) ? readdirSync(cache)[0] : undefined);
  await killedWhen(words, () => {
    const name = part();
    return name !== undefined && statSync(join(cache, name)).size > 0;
  });
  expect(existsSync(here('got'))).toBe(false);
  const again = await svc([...words, '--debug']);
  expect(again.err).toMatch(/^debug: GET .* 206 /m);
  expect(again.err).toContain('resumed an earlier copy');
  expect(await sumOf(here('got'))).toBe(await sumOf(here('large')));
  expect(part()).toBeUndefined();
});

test('a terminal shows a bar, and Ctrl-C there is the same', async () => {
  const terminal = new Terminal(svc, 'svc', ['cp', 'large', `s3://${bucket}/large`], 120);
  await terminal.sees(/\[#+\.+\] \d+% [\d.]+ MiB of 200 MiB [\d.]+ [KM]iB\/s large/);
  await terminal.answer('#', '\u0003');
  expect(await terminal.exited).toBe(130);
  expect(terminal.shown).toContain('try: the same command resumes the copy');
});
