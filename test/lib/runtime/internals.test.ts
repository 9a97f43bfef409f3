import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pty, { type IPty } from '@lydell/node-pty';
import { afterEach, describe, expect, it, test } from 'vitest';
import { PROVEN_NODE_MAJORS as PROVEN_BY_MAKER } from '#lib/runtime/drivers/container/made-sockets.ts';
import { joinSides } from '#lib/runtime/forwarder/join-sockets.ts';
import { PROVEN_NODE_MAJORS, takeOver } from '#lib/runtime/forwarder/side.ts';
import { PROVEN_SSH2 } from '#lib/runtime/ssh/agent.ts';
import { PROVEN_PTY, TerminalInput } from '#lib/runtime/ssh/terminal-input.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* Undocumented parts of Node and node-pty that the runtime uses, and what it does when they are missing. */

const ends: (() => unknown)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const major = Number(process.versions.node.split('.')[0]);
const unproven = 0;

test('the handle of a connection is proven on this major of Node', () => {
  const advice = `Node ${process.versions.node}: lib/runtime/forwarder/side.ts moves net.Socket's _handle, which was proven on ${PROVEN_NODE_MAJORS.join(', ')} alone, and pipes connections here. Run this file, forward-tcp.test.ts and the forwarder's benchmark with ${major} in PROVEN_NODE_MAJORS, and keep it there if they pass.`;
  expect(PROVEN_NODE_MAJORS, advice).toContain(major);
});

test('sockets that a program other than Node sends are proven on this major of Node', () => {
  const advice = `Node ${process.versions.node}: lib/runtime/drivers/container/made-sockets.ts receives sockets from perl in the form of Node's own messages, which was proven on ${PROVEN_BY_MAKER.join(', ')} alone, and has a slower helper otherwise. Run sockets.test.ts with ${major} in PROVEN_NODE_MAJORS, and keep it there if it passes.`;
  expect(PROVEN_BY_MAKER, advice).toContain(major);
});

test("the fields of node-pty's terminals are proven on the version that is installed", () => {
  const { version } = JSON.parse(readFileSync('node_modules/@lydell/node-pty/package.json', 'utf8'));
  const advice = `node-pty ${version}: lib/runtime/ssh/terminal-input.ts uses fd and _socket of a terminal, which were proven on ${PROVEN_PTY}. Run this file with ${version} as PROVEN_PTY, and keep it if it passes.`;
  expect(version, advice).toBe(PROVEN_PTY);
});

test("what ssh2's server does not show of its channels is proven on the version that is installed", () => {
  const { version } = JSON.parse(readFileSync('node_modules/ssh2/package.json', 'utf8'));
  const advice = `ssh2 ${version}: lib/runtime/ssh/agent.ts opens channels to the client's agent by _chanMgr and _protocol, which were proven on ${PROVEN_SSH2}. Run forwarding.long.test.ts with ${version} as PROVEN_SSH2, and keep it if it passes.`;
  expect(version, advice).toBe(PROVEN_SSH2);
});

/** A connection, from both its ends. */
async function connection(): Promise<readonly [ours: Socket, theirs: Socket]> {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const theirs = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  const [[ours]] = (await Promise.all([once(server, 'connection'), once(theirs, 'connect')])) as [[Socket], unknown];
  server.close();
  ends.push(
    () => ours.destroy(),
    () => theirs.destroy(),
  );
  return [ours, theirs];
}

/** Of all that comes; the socket can still be written to, which a loop over it would put an end to. */
async function hashOf(socket: Socket): Promise<string> {
  const hash = createHash('sha256');
  socket.on('data', (part) => void hash.update(part));
  await once(socket, 'end');
  return hash.digest('hex');
}

describe.each([
  ['by its handle', major],
  ['by the public API, as on a Node where nothing is proven', unproven],
])('a connection that is taken over %s', (_, version) => {
  /** Two connections joined in the middle, by their outer ends. */
  async function joined(): Promise<readonly [near: Socket, far: Socket]> {
    const [[nearOurs, near], [farOurs, far]] = await Promise.all([connection(), connection()]);
    const sides = [takeOver(nearOurs, version), takeOver(farOurs, version)] as const;
    ends.push(() => sides.map(({ socket }) => socket.destroy()));
    joinSides(...sides);
    return [near, far];
  }

  it('carries everything in order, and ends each way by itself', async () => {
    const [near, far] = await joined();
    const [there, back] = [randomBytes(8_000_000), randomBytes(3_000_000)];
    const arrived = Promise.all([hashOf(far), hashOf(near)]);
    near.end(there);
    // The other way still carries after the first one has ended.
    await once(far, 'end');
    far.end(back);
    expect(await arrived).toEqual([there, back].map((bytes) => createHash('sha256').update(bytes).digest('hex')));
  });

  it('takes no more than the other end reads', async () => {
    const [near, far] = await joined();
    far.pause();
    const bytes = Buffer.alloc(64_000_000);
    near.end(bytes);
    // What kernels and streams hold on the way is a few megabytes; then the sender has to wait.
    await eventually(() => near.writableLength > 0);
    const waiting = near.writableLength;
    expect(waiting).toBeGreaterThan(32_000_000);
    let taken = 0;
    far.on('data', (part) => {
      taken += part.length;
    });
    await once(far.resume(), 'end');
    expect(taken).toBe(bytes.length);
  });

  it('passes on first what was read before', async () => {
    const [ours, theirs] = await connection();
    theirs.write('one ');
    ours.read(0);
    await once(ours, 'readable');
    expect(ours.readableLength).toBe(4);
    const [farOurs, far] = await connection();
    const sides = [takeOver(ours, version), takeOver(farOurs, version)] as const;
    joinSides(...sides);
    theirs.end('two');
    let text = '';
    for await (const part of far) text += part;
    expect(text).toBe('one two');
  });

  it('breaks with the other one', async () => {
    const [near, far] = await joined();
    far.resetAndDestroy();
    await once(near.resume(), 'end');
  });

  it('is refused where it is closed', async () => {
    const [ours] = await connection();
    await once(ours.destroy(), 'close');
    expect(() => takeOver(ours, version)).toThrow('the connection is closed');
  });
});

/** A terminal as its documents describe it. */
const documented = (terminal: IPty) => ({ write: (data: string) => terminal.write(data) }) as unknown as IPty;

describe.each([
  ['by its descriptor', (terminal: IPty) => terminal],
  ['by the public API, where its fields are others', documented],
])('what is typed into a terminal %s', (_, seen) => {
  it('arrives in order', async () => {
    const terminal = pty.spawn('/bin/sh', ['-c', 'stty raw -echo; echo ready; head -c 300000 | sha256sum'], {});
    ends.push(() => terminal.kill('SIGKILL'));
    let said = '';
    terminal.onData((data) => {
      said += data;
    });
    await eventually(() => said.includes('ready'));
    let drained = true;
    const input = new TerminalInput(seen(terminal), () => {
      drained = true;
    });
    const text = randomBytes(150_000).toString('hex');
    for (let at = 0; at < text.length; at += 4096) {
      drained = input.write(Buffer.from(text.slice(at, at + 4096)));
      await eventually(() => drained);
    }
    const digest = createHash('sha256').update(text).digest('hex');
    await eventually(() => said.includes(digest), { seen: () => said });
  });
});
