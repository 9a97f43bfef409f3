import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendSockets } from '#lib/agent/hosted/lend.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import type { Lent } from '#lib/runtime/protocol.ts';
import { insideAt } from '#test/support/compute/inside.ts';

/* A runtime that a guest has taken over asks for connections to the platform, and for mounts. */
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
async function lent(message: object, mounts: Parameters<typeof lendSockets>[2] = null): Promise<Lent> {
  lines.length = 0;
  const child = new EventEmitter();
  const answered = Promise.withResolvers<Lent>();
  const send = (reply: Lent, handle: Socket | undefined) => {
    handle?.destroy();
    answered.resolve(reply);
  };
  Object.assign(child, { connected: true, send });
  const sourceOf = (machine: string) => (machine === id ? mine : undefined);
  const hasVolume = (machine: string, volume: string) => machine === id && volume === 'vol-mine';
  lendSockets(child as ChildProcess, { isGiven: () => false, platform, sourceOf, hasVolume }, mounts);
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

const disk = { image: 'a'.repeat(16) };
const lending = async (message: object) => {
  const asked: unknown[][] = [];
  const mounts = async (...of: unknown[]) => {
    asked.push(of);
    return new Socket();
  };
  return { reply: await lent({ type: 'mounts', ...message }, mounts), asked };
};

test.each([
  ['the disk of a machine that it runs', { machine: id, folders: disk }],
  ['a volume of that machine', { machine: id, folders: { volume: 'vol-mine' } }],
  ['the machine of its own trial', { machine: 'probe', folders: disk }],
])('mounts are lent for %s', async (_, message) => {
  const asked = [[message.machine, message.folders]];
  expect(await lending(message)).toEqual({ reply: { type: 'lent', loan: 1 }, asked });
});

test.each([
  ['a machine that it does not run', { machine: 'i-theirs', folders: disk }, 'no such machine runs'],
  ['another machine’s volume', { machine: id, folders: { volume: 'vol-theirs' } }, 'it has no such volume'],
  ['a volume of no machine', { machine: 'i-theirs', folders: { volume: 'vol-mine' } }, 'no such machine runs'],
  ['a path for a machine', { machine: `../machines/${id}`, folders: disk }, 'no such machine runs'],
])('no mounts are lent for %s', async (_, message, error) => {
  expect(await lending(message)).toEqual({ reply: { type: 'lent', loan: 1, error }, asked: [] });
});

test('no mounts are lent where machines share a range', async () => {
  const error = 'machines share one range of ids here';
  expect(await lent({ type: 'mounts', machine: id, folders: disk })).toEqual({ type: 'lent', loan: 1, error });
});
