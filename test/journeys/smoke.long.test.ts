import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeFor } from '#test/support/accounts/totp.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { closeServer } from '#test/support/http/close-server.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const program = fileURLToPath(new URL('../../lib/smoke/main.ts', import.meta.url));

/** Runs `npm run smoke -- …`. */
function smoke(words: readonly string[], input = ''): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const child = execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

const results = (stdout: string) => stdout.split('\n').map((line) => line.replace(/:.*/, ''));

const atTheDoor = [
  'ok    healthz',
  'ok    HEAD',
  'ok    openapi',
  'ok    an unknown path is refused',
  'ok    a request without credentials is refused',
  'ok    every route is served',
];
const within = ['signs in', 'shows who it is', 'refuses what is not there', 'instance types', 'images'];

describe('npm run smoke', () => {
  let platform: RunningPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform?.stop());

  it('checks a platform with a new account, up to a shell, and leaves no machine', async () => {
    const { status, stdout } = await smoke([platform.baseUrl, '--launch']);
    const machine = ['launches', 'SSH', 'terminates, and removes its key'];
    const all = [...within, ...machine, 'logs out'].map((name) => `ok    ${name}`);
    expect(results(stdout)).toEqual([...atTheDoor, ...all, results(`${platform.baseUrl} is well`)[0], '']);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`\n${platform.baseUrl} is well\n`)]);
  });

  it('checks with an account and its one-time code', async () => {
    const owner = await Client.verified(platform.baseUrl);
    const { secret } = await owner.api.setupMfa();
    await owner.api.enableMfa({ body: { code: await codeFor(secret) } });
    const words = [platform.baseUrl, '--email', owner.email];
    const without = await smoke(words, `${passphrase}\n`);
    expect([without.status, without.stdout]).toEqual([
      1,
      expect.stringContaining(`FAIL  signs in: ${owner.email} logs in with a one-time code: say --code\n`),
    ]);
    expect(without.stdout).toContain('skip  images: it needs "signs in"\n');
    const given = await smoke([...words, '--code', await codeFor(secret, 1)], `${passphrase}\n`);
    expect([given.status, given.stdout]).toEqual([0, expect.stringContaining(`ok    signs in: ${owner.email}\n`)]);
  });

  it('ends with 1 where something else answers, and where nothing does', async () => {
    const other = createServer((_, reply) => reply.writeHead(200).end('<html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const wrong = await smoke([url]);
    await closeServer(other);
    expect([wrong.status, wrong.stdout]).toEqual([
      1,
      expect.stringContaining('FAIL  healthz: /healthz was answered by something else: it has no X-Request-Id\n'),
    ]);
    const none = await smoke([url]);
    expect([none.status, none.stdout]).toEqual([1, expect.stringContaining(`\n${url} is not well: healthz, HEAD`)]);
  });

  it.each([
    [[], 'name one address'],
    [['a', 'b'], 'name one address'],
    [['ftp://a'], 'ftp://a is no address such as https://api.example.in'],
    [['--no'], "Unknown option '--no'"],
  ])('refuses %j', async (words, said) => {
    const { status, stderr } = await smoke(words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`smoke: ${said}`)]);
  });
});
