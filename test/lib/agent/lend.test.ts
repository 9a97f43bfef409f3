import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendSockets } from '#lib/agent/hosted/lend.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import type { Lent } from '#lib/runtime/protocol.ts';
import { insideAt } from '#test/support/inside.ts';

/* A runtime that a guest has taken over asks for connections to the platform. */
const dir = mkdtempSync(join(tmpdir(), 'svc-lend-'));
const platform = join(dir, 'inside');
const lines: string[] = [];
const server = createServer((socket: Socket) => {
  socket.once('data', (bytes) => {
    lines.push(String(bytes));
    socket.write('\n');
  });
});
beforeAll(async () => {
  await once(server.listen(platform), 'listening');
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

const mine = insideAt('10.20.0.2');
const id = mine.inside?.instance_id ?? '';
const theirs = insideAt('10.20.0.2');

/** What a runtime is lent for a message. */
async function lent(message: object): Promise<Lent> {
  lines.length = 0;
  const child = new EventEmitter();
  const answered = Promise.withResolvers<Lent>();
  const send = (reply: Lent, handle: Socket | undefined) => {
    handle?.destroy();
    answered.resolve(reply);
  };
  Object.assign(child, { connected: true, send });
  const sourceOf = (machine: string) => (machine === id ? mine : undefined);
  lendSockets(child as ChildProcess, { isGiven: () => false, platform, sourceOf });
  child.emit('message', { type: 'reach', loan: 1, part: 'api', ...message });
  return answered.promise;
}

test('a connection is for the machine that the runtime names, whose the agent knows it to be', async () => {
  const claims = { ...theirs, ...theirs.inside, source: writeSource(theirs) };
  expect(await lent({ ...claims, machine: id })).toEqual({ type: 'lent', loan: 1 });
  expect(lines).toEqual([`api ${writeSource(mine)}\n`]);
});

const refused = { type: 'lent', loan: 1, error: 'no such part of the platform, or no such machine' };
test.each([
  ['a machine that is not on this host', { machine: theirs.inside?.instance_id }],
  ['no machine', { source: '10.20.0.2' }],
  ['an identity for a machine', { machine: writeSource(theirs) }],
  ['an identity within the part', { part: `api ${writeSource(theirs)}\n`, machine: id }],
  ['another part', { part: 'dev', machine: id }],
])('%s gets none', async (_, message) => {
  expect(await lent(message)).toEqual(refused);
  expect(lines).toEqual([]);
});
