import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entrance, openEntrance } from '#lib/local/inside/entrance.ts';
import { isInside, sourceOf } from '#lib/local/inside/sources.ts';
import { type Source, writeSource } from '#lib/model/platform/source.ts';
import { insideAt } from '#test/support/compute/inside.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-entrance-'));
const path = join(dir, 'inside');
const taken: [part: string, source: Source][] = [];
let entrance: Entrance;

beforeAll(async () => {
  const take = (part: string) => (socket: Socket) => {
    expect(isInside(socket)).toBe(true);
    taken.push([part, sourceOf(socket)]);
    socket.end('served');
  };
  entrance = await openEntrance(path, { api: take('api'), s3: take('s3') });
});
afterAll(() => {
  entrance.close();
  rmSync(dir, { recursive: true });
});

/** All that comes back to a first line. */
async function says(line: string): Promise<string> {
  taken.length = 0;
  const socket = connect(path);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => undefined);
  socket.write(line);
  await once(socket, 'close');
  return received;
}

const machine = insideAt('10.20.0.2');
const { account_id, vpc_id, instance_id } = machine.inside ?? { account_id: '', vpc_id: '', instance_id: '' };
const text = writeSource(machine);

test.each(['api', 's3'])('a connection to %s is known by account, VPC and instance', async (part) => {
  expect(await says(`${part} ${text}\n`)).toBe('\nserved');
  expect(taken).toEqual([[part, machine]]);
});

test('the longest line is taken', async () => {
  const longest = insideAt('100.200.100.200');
  expect(await says(`api ${writeSource(longest)}\n`)).toBe('\nserved');
  expect(taken).toEqual([['api', longest]]);
});

test.each([
  ['the form of before, an address alone', 'api 10.20.0.2\n'],
  ['another part', `dev ${text}\n`],
  ['no part', `${text}\n`],
  ['no account', `api 10.20.0.2 ${vpc_id} ${instance_id}\n`],
  ['no VPC', `api 10.20.0.2 ${account_id} ${instance_id}\n`],
  ['no instance', `api 10.20.0.2 ${account_id} ${vpc_id}\n`],
  ['an account that is none', `api 10.20.0.2 48291033745x ${vpc_id} ${instance_id}\n`],
  ['an instance for a VPC', `api 10.20.0.2 ${account_id} ${instance_id} ${vpc_id}\n`],
  ['an address that is none', `api 10.20.0.256 ${account_id} ${vpc_id} ${instance_id}\n`],
  ['an IPv6 address', `api ::ffff:10.20.0.2 ${account_id} ${vpc_id} ${instance_id}\n`],
  ['no address', `api  ${account_id} ${vpc_id} ${instance_id}\n`],
  ['one more word', `api ${text} x\n`],
  ['two blanks', `api  ${text}\n`],
  ['a blank at the end', `api ${text} \n`],
  ['a carriage return', `api ${text}\r\n`],
  ['a second line', `api ${text}\nGET / HTTP/1.1\r\n`],
  ['two identities', `api ${text} ${text}\n`],
  ['a line without an end', 'api '.padEnd(200, '1')],
])('a line with %s ends the connection', async (_, line) => {
  expect(await says(line)).toBe('');
  expect(taken).toEqual([]);
});
