import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperator } from '#test/support/accounts/operator-program.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* `npm run operator`, beside a running platform and without one. */

let dataDir: string;
let platform: RunningPlatform;
let client: Client;
const start = () => startPlatform({ dataDir, env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0' } });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-operator-'));
  platform = await start();
  client = await Client.verified(platform.baseUrl);
});
afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const hosts = async () => (await client.get('/platform/hosts')).status;
const run = (...args: string[]) => runOperator(dataDir, ...args);

test('beside a running platform it counts from the next request on, until it is taken back', async () => {
  expect(await hosts()).toBe(403);
  const { account_id } = (await client.get('/auth/me')).body;
  const named = await run(client.email);
  expect(named).toEqual({
    status: 0,
    stdout: `account ${account_id} (${client.email}) operates this platform\n`,
    stderr: '',
  });
  expect(await hosts()).toBe(200);
  expect((await run('--list')).stdout).toBe(`${account_id}  ${client.email}\n`);
  expect((await run('--remove', client.email)).status).toBe(0);
  expect(await hosts()).toBe(403);
  expect((await run('--list')).stdout).toBe('no account operates this platform\n');
});

test('it refuses what is no account, not verified, or no address', async () => {
  const late = await Client.register(platform.baseUrl);
  const told = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args);
    return [status, stdout, stderr.split('\n')[0]];
  };
  const nobody = 'nobody@example.com';
  expect(await told(nobody)).toEqual([1, '', `svc: ${nobody} is the address of no account's owner`]);
  expect(await told(late.email)).toEqual([1, '', `svc: ${late.email} is not verified; log in and verify it first`]);
  expect(await told('alice')).toEqual([
    1,
    '',
    "svc: alice is no e-mail address; an operator is an account, named by its owner's address, and its IAM users get policies",
  ]);
  expect((await told('--remove', client.email))[2]).toMatch(/ is no operator$/);
  expect(await told()).toEqual([1, '', 'svc: name one e-mail address']);
});

test('without a running platform it writes the data folder', async () => {
  await platform.stop();
  expect((await run(client.email)).status).toBe(0);
  platform = await start();
  client = await client.again(platform.baseUrl);
  expect(await hosts()).toBe(200);
});

test('check-records reads what the platform has stored, and all of it fits', async () => {
  expect((await client.post('/compute/vpcs', { name: 'checked' })).status).toBe(201);
  expect(await run('check-records')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d{2,} records fit their schemas\n$/),
    stderr: '',
  });
  const { status, stderr } = await run('check-records', '--list');
  expect([status, stderr.split('\n')[0]]).toEqual([1, 'svc: check-records has neither --list nor --remove']);
});

test('a folder without a platform is refused', async () => {
  const { status, stderr } = await runOperator(join(dataDir, 'absent'), client.email);
  expect([status, stderr]).toEqual([1, `svc: SVC_DATA_DIR ${join(dataDir, 'absent')} does not exist\n`]);
});
