import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { SocketMaker, type SocketOrder } from '#lib/runtime/drivers/container/made-sockets.ts';
import { NetworkSockets } from '#lib/runtime/drivers/container/sockets.ts';
import { kernelOf } from '#lib/runtime/launcher/calls.ts';

afterEach(() => {
  vi.useRealTimers();
});

const running = (program: (argv: readonly string[]) => readonly string[]) =>
  new NetworkSockets((argv) => {
    const [file = '', ...args] = program(argv);
    return { file, args, env: { ...process.env } as Record<string, string>, cwd: '/' };
  });

test('a socket whose helper says nothing is given up, and the next one is asked of a helper anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let silent = true;
  const sockets = running((argv) => (silent ? [process.execPath, '-e', 'process.on("message", () => {})'] : argv));
  const refused = expect(sockets.listen('127.0.0.1', 0)).rejects.toMatchObject({
    code: 'FAILED',
    message: 'the network helper did not answer',
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  silent = false;
  vi.useRealTimers();
  const server = await sockets.listen('127.0.0.1', 0);
  expect(server.listening).toBe(true);
  server.close();
  sockets.close();
});

/** The launcher's program without its first step, which enters another network. */
const makerHere = (program = '') => {
  const text = ['common', 'sockets'].map((name) => readFileSync(`lib/runtime/launcher/${name}.pl`, 'utf8')).join('');
  const numbers = `our %CALL = (sendmsg => ${kernelOf()?.calls.sendmsg}); our $FILTER = '';`;
  const here = `${numbers}${program}${text.replace(/^enter\(namespaces_of.*$/m, '')}`;
  const words = (orders: readonly SocketOrder[]) => orders.map(({ act, host, port }) => `order=${act} ${host} ${port}`);
  return new SocketMaker((orders) => ({
    file: 'perl',
    args: ['-e', here, '--', ...words(orders), '--'],
    env: { PATH: process.env.PATH ?? '' },
    cwd: '/',
  }));
};

const refused = () => {
  throw new Error('the helper was started');
};

test('servers and UDP sockets come from the maker, in the order of their asking, and serve', async () => {
  const sockets = new NetworkSockets(refused, makerHere());
  const [server, datagrams, other] = await Promise.all([
    sockets.listen('127.0.0.2', 0),
    sockets.datagrams('127.0.0.3'),
    sockets.listen('127.0.0.4', 0),
  ]);
  expect([server, datagrams, other].map((one) => (one.address() as AddressInfo).address)).toEqual([
    '127.0.0.2',
    '127.0.0.3',
    '127.0.0.4',
  ]);
  server.on('connection', (socket) => socket.end('served'));
  expect(await text(connect((server.address() as AddressInfo).port, '127.0.0.2'))).toBe('served');
  const heard = once(datagrams, 'message');
  datagrams.send('heard', datagrams.address().port, '127.0.0.3');
  expect(String((await heard)[0])).toBe('heard');
  for (const one of [server, datagrams, other]) one.close();
});

test('an address that the network does not have is refused with its reason, and the other sockets are made', async () => {
  const sockets = new NetworkSockets(refused, makerHere());
  const refusal = expect(sockets.listen('192.0.2.1', 80)).rejects.toMatchObject({
    code: 'FAILED',
    message: 'listen 192.0.2.1:80: Cannot assign requested address',
  });
  const server = await sockets.listen('127.0.0.2', 0);
  await refusal;
  expect(server.listening).toBe(true);
  server.close();
});

test('where the maker ends without an answer, the helper makes the socket', async () => {
  let helpers = 0;
  const sockets = new NetworkSockets(([file = '', ...args]) => {
    helpers++;
    return { file, args, env: { ...process.env } as Record<string, string>, cwd: '/' };
  }, makerHere('exit 1;'));
  const server = await sockets.listen('127.0.0.1', 0);
  expect([server.listening, helpers]).toEqual([true, 1]);
  server.close();
  sockets.close();
});
