import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const launcher = fileURLToPath(new URL('../../../lib/cli/launcher/svc.mjs', import.meta.url));
const email = 'ann@example.com';
const bucket = 'a-bucket-of-ann';
let platform: SharedPlatform;
let svc: Cli;

beforeAll(async () => {
  platform = await sharedPlatform({ rate: 'off' });
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, email);
  await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  await svc.json('bucket', 'create', bucket);
});

afterAll(async () => {
  await svc?.end();
});

test('a pipe goes to an object and comes back, as small and as large as it is', async () => {
  for (const size of [0, 5, 8 * 1024 * 1024, 17_000_000]) {
    const text = 'x'.repeat(size);
    expect(await svc(['cp', '-', `s3://${bucket}/piped`], { input: text })).toMatchObject({ code: 0 });
    const { out, err } = await svc(['cp', `s3://${bucket}/piped`, '-']);
    expect(err).toBe('');
    expect(out === text).toBe(true);
  }
});

test('a copy from a pipe that nobody closes ends at Ctrl-C, and leaves no part', async () => {
  const words = [launcher, 'cp', '-', `s3://${bucket}/endless`, '--debug'];
  const child = spawn(process.execPath, words, { env: svc.env, cwd: svc.home });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let err = '';
  child.stderr.on('data', (text: Buffer) => {
    err += text;
  });
  child.stdin.on('error', () => undefined).write(Buffer.alloc(9_000_000));
  await eventually(() => /^debug: PUT .* 200 /m.test(err), { seen: () => err });
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(err).toMatch(/^debug: DELETE \/storage\/buckets\/[^ ]+\/multipart-uploads\/\S+ 200/m);
});
