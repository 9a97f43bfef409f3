import { connect, createServer, type Socket } from 'node:net';
import ssh2, { type Client } from 'ssh2';
import { expect, onTestFinished, test } from 'vitest';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';
import { makeSshServer } from '#lib/runtime/ssh/server.ts';

type Dial = (host: string, port: number) => Promise<Socket>;
type Opened = (error: (Error & { reason?: number }) | undefined) => void;

/** A client of a machine that connects by `dial`. */
async function clientOf(dial?: Dial): Promise<Client> {
  const [host, own] = [makeHostKey(), makeHostKey()];
  const keys = parseAuthorizedKeys([own.public]);
  const launch = () => ({ file: '/bin/cat', args: [], cwd: '/', env: {} });
  const server = makeSshServer({ hostKey: host, keys: () => keys, launch, ...(dial && { dial }) });
  const door = createServer((socket) => server.accept(socket)).listen(0, '127.0.0.1');
  await new Promise((done) => door.once('listening', done));
  const { port } = door.address() as { port: number };
  const client = new ssh2.Client();
  onTestFinished(() => {
    client.end();
    server.close();
    door.close();
  });
  await new Promise((done, failed) => {
    client.once('ready', () => done(undefined)).once('error', failed);
    client.connect({
      sock: connect(port, '127.0.0.1'),
      username: 'root',
      privateKey: own.private,
      strictVendor: false,
    });
  });
  return client;
}

/** How a channel was refused: its code, and the description that clients show. */
const refusal = (open: (opened: Opened) => unknown) =>
  new Promise<readonly [number | undefined, string]>((resolve) => {
    open((error) => resolve([error?.reason, error?.message.replace('(SSH) Channel open failure: ', '') ?? 'opened']));
  });

const forward = (client: Client, host: string, port: number) =>
  refusal((opened) => client.forwardOut('127.0.0.1', 1, host, port, opened));

test('a connection that fails is refused with its place and the reason, not with the kernel’s words', async () => {
  const errors: Record<string, Error> = {
    closed: new Error('connect ECONNREFUSED 10.0.0.4:9 at /a/path/of/the/host'),
    far: new Error('connect EHOSTUNREACH 10.0.0.4:9'),
    slow: new Error('connect ETIMEDOUT 10.0.0.4:9'),
    odd: new Error('connect EADDRNOTAVAIL 10.0.0.4:9'),
    nobody: new Error('the machine knows no such name'),
  };
  const client = await clientOf(async (host) => Promise.reject(errors[host] ?? new Error('?')));
  const answers = await Promise.all(Object.keys(errors).map((host) => forward(client, host, 9)));
  expect(answers).toEqual([
    [2, 'direct-tcpip: closed port 9: connection refused'],
    [2, 'direct-tcpip: far port 9: no route to host'],
    [2, 'direct-tcpip: slow port 9: connection timed out'],
    [2, 'direct-tcpip: odd port 9: EADDRNOTAVAIL'],
    [2, 'direct-tcpip: nobody port 9: the machine knows no such name'],
  ]);
});

test('a machine that opens no connections says so', async () => {
  const client = await clientOf();
  const text = 'direct-tcpip: machines of this platform have no port_forwarding';
  expect(await forward(client, '127.0.0.1', 9)).toEqual([1, text]);
});

test('a channel beyond the most of a connection is refused with the number', async () => {
  const client = await clientOf();
  for (let count = 0; count < 64; count++)
    await new Promise((done, failed) => client.exec('', (error) => (error ? failed(error) : done(undefined))));
  const refused = await refusal((opened) => client.exec('', (error) => opened(error)));
  expect(refused).toEqual([4, 'session: a connection has at most 64 channels at a time']);
});

test('channels that are not served are refused by their name', async () => {
  const client = await clientOf();
  const local = await refusal((opened) => client.openssh_forwardOutStreamLocal('/run/app.sock', opened));
  expect(local).toEqual([
    1,
    'direct-streamlocal@openssh.com: sockets in the files of a machine are not forwarded; a port of the machine is, by -L PORT:localhost:PORT',
  ]);
  expect(await refusal((opened) => odd(client, 'openssh_authAgent', opened))).toEqual([
    3,
    'auth-agent@openssh.com: channels of this type are not served',
  ]);
  expect(await refusal((opened) => odd(client, 'x11', opened))).toEqual([
    3,
    'x11: only the server opens channels of this type',
  ]);
});

test('after no-more-sessions, a session is refused with that reason', async () => {
  const client = await clientOf();
  await new Promise<void>((done, failed) => client.openssh_noMoreSessions((error) => (error ? failed(error) : done())));
  expect(await refusal((opened) => client.exec('', (error) => opened(error)))).toEqual([
    1,
    'session: the client said that it opens no more sessions',
  ]);
});

/** What ssh2's client has, and does not show. */
interface Inner {
  _chanMgr: { add(opened: Opened & { type?: string }): number };
  _protocol: {
    _server: boolean;
    x11(channel: number, window: number, packet: number, from: { originAddr: string; originPort: number }): void;
    openssh_authAgent(channel: number, window: number, packet: number): void;
  };
}

/** Opens a channel of a type that only servers open. */
function odd(client: Client, type: 'x11' | 'openssh_authAgent', opened: Opened): void {
  const { _chanMgr, _protocol } = client as unknown as Inner;
  const channel = _chanMgr.add(Object.assign(opened, { type: 'odd' }));
  _protocol._server = true;
  _protocol[type](channel, 1024, 1024, { originAddr: '127.0.0.1', originPort: 1 });
  _protocol._server = false;
}
