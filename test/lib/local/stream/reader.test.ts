import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ringStream } from '#lib/drivers/wakeup/ring.ts';
import { openStream, type StreamReader } from '#lib/local/stream/reader.ts';

let path: string;
let read: string[][];
let warned: string[];
let work: () => Promise<unknown>;
let stream: StreamReader;
const log = { info: () => undefined, warn: (line: string) => void warned.push(line) };
const functions = {
  arnOf: (key: string) => `arn:${key}`,
  async invoke(name: string, payload: unknown) {
    const { Records } = payload as { Records: { dynamodb: { Keys: { pk: { S: string } } } }[] };
    read.push([name, ...Records.map(({ dynamodb }) => dynamodb.Keys.pk.S)]);
    return work();
  },
};
beforeEach(async () => {
  [read, warned, work] = [[], [], async () => ({})];
  path = join(tmpdir(), `svc-stream-${randomUUID()}`);
  vi.stubEnv('SVC_STREAM_WAKEUP', path);
  stream = await openStream(functions, path, log);
});
afterEach(async () => {
  await stream.close();
  vi.unstubAllEnvs();
});

test('the reader of the stream gets the keys that are rung, and not those that nobody follows', async () => {
  ringStream(['MAIL#a', 'ACC#1', 'MAIL#b', 'DOC#inv-1']);
  ringStream([]);
  await expect
    .poll(() => read)
    .toEqual([
      ['arn:tableStream', 'MAIL#a', 'MAIL#b'],
      ['arn:tableStream', 'DOC#inv-1'],
    ]);
});

test('what comes during a batch is the next one; a document under way holds up no mail', async () => {
  const held = Promise.withResolvers<void>();
  work = () => held.promise;
  ringStream(['DOC#inv-1']);
  await expect.poll(() => read).toHaveLength(1);
  ringStream(['DOC#inv-2', 'DOC#inv-3', 'MAIL#a']);
  await expect.poll(() => read.slice(1)).toEqual([['arn:tableStream', 'MAIL#a']]);
  held.resolve();
  await expect.poll(() => read.slice(2)).toEqual([['arn:tableStream', 'DOC#inv-2', 'DOC#inv-3']]);
});

test('a batch that fails is logged, and the next one comes', async () => {
  work = () => Promise.reject(new Error('no table'));
  ringStream(['MAIL#a']);
  await expect.poll(() => warned).toEqual(["the reader of the table's stream failed: no table"]);
  ringStream(['MAIL#b']);
  await expect.poll(() => warned).toHaveLength(2);
});

test('who sends mail apart waits for what is being sent, and is not overtaken', async () => {
  const held = Promise.withResolvers<void>();
  work = () => held.promise;
  ringStream(['MAIL#a']);
  await expect.poll(() => read).toHaveLength(1);
  const apart = stream.apartFromMail(async () => void read.push(['apart']));
  ringStream(['MAIL#b', 'DOC#inv-1']);
  await expect
    .poll(() => read)
    .toEqual([
      ['arn:tableStream', 'MAIL#a'],
      ['arn:tableStream', 'DOC#inv-1'],
    ]);
  held.resolve();
  await apart;
  await expect.poll(() => read.slice(2)).toEqual([['apart'], ['arn:tableStream', 'MAIL#b']]);
});
