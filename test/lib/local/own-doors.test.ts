import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isOwnDoor, listenersIn } from '#lib/local/own-doors.ts';

/** Listens in a program that it starts with these words before it; answers the port once it does. */
const program = `
  const server = require('node:net').createServer().listen(0, process.argv[1], () => console.log(server.address().port));
  process.stdin.on('end', () => process.exit()).resume();
`;
async function listening(address: string, ...before: string[]): Promise<number> {
  const [command = '', ...words] = [...before, process.execPath, '-e', program, address];
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.stdin.end());
  const [line] = await once(child.stdout, 'data');
  return Number(line);
}

afterEach(() => vi.unstubAllEnvs());

describe.runIf(process.platform === 'linux')('the doors of a platform are', () => {
  test('what its own process listens on, at that address alone', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await isOwnDoor('127.0.0.1', port)).toBe(true);
    expect(await isOwnDoor('::ffff:127.0.0.1', port)).toBe(true);
    expect(await isOwnDoor('127.0.0.2', port)).toBe(false);
    expect(await isOwnDoor('::1', port)).toBe(false);
  });

  test('what a program listens on that it started, or one that this one started', async () => {
    const port = await listening('127.0.0.1', 'sh', '-c', '"$@"; true', 'sh');
    expect(await isOwnDoor('127.0.0.1', port)).toBe(true);
  });

  test.each(['0.0.0.0', '::'])('at every address what listens on %s', async (address) => {
    const port = await listening(address);
    for (const one of ['127.0.0.1', '127.4.5.6']) expect(await isOwnDoor(one, port)).toBe(true);
  });

  test('not what a program listens on that is no child of it', async () => {
    // The shell ends at once, and its child belongs to whoever keeps orphans.
    const port = await listening('127.0.0.1', 'sh', '-c', '{ "$@" <&3 & } 3<&0', 'sh');
    expect(await isOwnDoor('127.0.0.1', port)).toBe(false);
  });
});

test('what settings name as a part of the platform is one everywhere, whether it listens or not', async () => {
  vi.stubEnv('SVC_BASE_URL', 'http://localhost:41');
  vi.stubEnv('SVC_S3_URL', 'https://localhost');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:43');
  vi.stubEnv('AWS_ENDPOINT_URL_SFN', 'unix:/run/svc/workflows');
  vi.stubEnv('SVC_GATEWAY_URL', 'https://api.razorpay.com:44');
  const own = await Promise.all([41, 443, 43, 44, 45].map((port) => isOwnDoor('127.0.0.1', port)));
  expect(own).toEqual([true, true, true, false, false]);
});

test('a table of the kernel is read: what listens, where, whose', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0 100 0 0 10 0
   1: 0100007F:0BB8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 31338 1 0 100 0 0 10 0
   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 31339 1 0 100 0 0 10 0
   3: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31340 1
   4: 0000000000000000FFFF00000100007F:0016 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31341 1
`;
  expect(listenersIn(table)).toEqual([
    { address: { family: 4, value: 0x7f000001n }, port: 3000, uid: '1000', inode: '31337' },
    { address: undefined, port: 80, uid: '0', inode: '31339' },
    { address: { family: 6, value: 1n }, port: 8080, uid: '1000', inode: '31340' },
    { address: { family: 4, value: 0x7f000001n }, port: 22, uid: '1000', inode: '31341' },
  ]);
});
