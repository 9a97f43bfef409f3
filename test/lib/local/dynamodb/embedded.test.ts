import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { startDatabase } from '#lib/local/dynamodb/open.ts';
import { dynoxideBinary } from '#lib/local/dynamodb/programs.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { sweepExpired } from '#lib/local/dynamodb/ttl.ts';
import { StartError } from '#lib/local/start-error.ts';
import { reach } from '#lib/model/platform/endpoint.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { signal } from '#test/lib/runtime/support/processes.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-dynamodb-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const quiet = { log: { info: () => undefined, warn: () => undefined }, onStart: () => undefined };
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const clientOf = (endpoint: string) => new DynamoDBClient({ ...reach(endpoint), region: 'ap-south-1', credentials });
const item = (pk: string, ttl?: number) => ({ pk: { S: pk }, sk: { S: 'x' }, ...(ttl && { ttl: { N: String(ttl) } }) });

test('what was acknowledged outlives a SIGKILL of the engine in the middle of writes', async () => {
  const file = join(dir, 'db.sqlite');
  const first = await startDynoxide({ file });
  await ensureTable(first.endpoint, 'svc');
  const client = clientOf(first.endpoint);
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let i = 0; ; i++) {
      const pk = `${writer}-${i}`;
      await client.send(new PutItemCommand({ TableName: 'svc', Item: item(pk) }));
      acknowledged.push(pk);
    }
  };
  const writers = Promise.allSettled([0, 1, 2, 3].map(write));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  client.destroy();
  await writers;
  const second = await startDynoxide({ file });
  const after = clientOf(second.endpoint);
  const { Items } = await after.send(new ScanCommand({ TableName: 'svc' }));
  const kept = new Set(Items?.map(({ pk }) => pk?.S));
  expect(acknowledged.filter((pk) => !kept.has(pk))).toEqual([]);
  await second.stop();
  expect(markOf(second.pid)).toBeUndefined();
});

test('an engine that is killed runs again at the same address, and is stopped for good when asked', async () => {
  const warnings: string[] = [];
  const pids: number[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const file = join(dir, 'db.sqlite');
  const { engine, endpoint } = await startDatabase({ file }, 'svc', { log, onStart: (pid) => void pids.push(pid) });
  const client = clientOf(endpoint);
  for (let kills = 1; kills <= 3; kills++) {
    await client.send(new PutItemCommand({ TableName: 'svc', Item: item(`${kills}`) }));
    signal(pids.at(-1));
    await expect.poll(() => pids.length).toBe(kills + 1);
  }
  const { Items } = await client.send(new ScanCommand({ TableName: 'svc' }));
  expect(Items?.map(({ pk }) => pk?.S).sort()).toEqual(['1', '2', '3']);
  await engine?.stop();
  expect(warnings).toEqual(Array(3).fill('the embedded DynamoDB ended; starting it again'));
  expect(pids.map(markOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test('several engines start at once, each at an address of its own', async () => {
  const engines = await Promise.all(Array.from({ length: 4 }, () => startDynoxide()));
  expect(new Set(engines.map(({ endpoint }) => endpoint)).size).toBe(4);
  await Promise.all(engines.map((engine) => engine.stop()));
});

test('a file that is no database is refused in words', async () => {
  const file = join(dir, 'db.sqlite');
  writeFileSync(file, 'not a database, but long enough to have a header of its own'.repeat(20));
  await expect(startDynoxide({ file })).rejects.toThrow(
    /^the embedded DynamoDB did not start: .*not a valid SQLite database/,
  );
});

test('where the package has no program, `dynoxide` from PATH serves; else the way out is named', async () => {
  const program = join(dir, 'dynoxide');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  expect(dynoxideBinary('sunos-sparc', `/nowhere:${dir}`)).toBe(program);
  expect(dynoxideBinary('sunos-sparc', '/nowhere')).toBeUndefined();
  await expect(startDynoxide({ binary: undefined })).rejects.toEqual(
    new StartError(
      `there is no embedded DynamoDB for ${process.platform}-${process.arch} here; run "npm ci" without --omit=optional, or start a DynamoDB-compatible server and set SVC_DYNAMODB_ENDPOINT to its URL`,
    ),
  );
});

test('another engine is used as it is, and its table is made once', async () => {
  const other = await startDynoxide({ isolated: false });
  const first = await startDatabase({ file: join(dir, 'unused'), other: other.endpoint }, 'svc', quiet);
  expect(first).toEqual({ endpoint: other.endpoint, engine: undefined });
  const client = clientOf(other.endpoint);
  await client.send(new PutItemCommand({ TableName: 'svc', Item: item('a') }));
  await startDatabase({ file: join(dir, 'unused'), other: other.endpoint }, 'svc', quiet);
  const { Item } = await client.send(new GetItemCommand({ TableName: 'svc', Key: item('a') }));
  expect(Item).toEqual(item('a'));
  await other.stop();
  await expect(startDatabase({ file: join(dir, 'unused'), other: other.endpoint }, 'svc', quiet)).rejects.toEqual(
    new StartError(`SVC_DYNAMODB_ENDPOINT ${other.endpoint} cannot hold the table: nothing answers there`),
  );
});

test('a server that is no DynamoDB is refused in words', async () => {
  const server = createServer((_req, res) => res.writeHead(404).end('<html>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(startDatabase({ file: '', other: endpoint }, 'svc', quiet)).rejects.toThrow(
    `SVC_DYNAMODB_ENDPOINT ${endpoint} cannot hold the table: Http404: <html>`,
  );
  await new Promise((resolve) => server.close(resolve));
});

test('a sweep deletes what expired before now, page by page, and nothing else', async () => {
  const { client, name, endpoint } = await testTable();
  const put = (one: object) =>
    client.send(new PutItemCommand({ TableName: name, Item: one as ReturnType<typeof item> }));
  await Promise.all(Array.from({ length: 250 }, (_, i) => put(item(`old-${i}`, 1000))));
  await put(item('at', 2000));
  await put(item('later', 2001));
  await put(item('forever'));
  expect(await sweepExpired(endpoint, name, new Date(2_000_000))).toBe(250);
  const { Items } = await client.send(new ScanCommand({ TableName: name }));
  expect(Items?.map(({ pk }) => pk?.S).sort()).toEqual(['at', 'forever', 'later']);
  const moved = { ':t': { N: '9999' } };
  const update = {
    UpdateExpression: 'SET #t = :t',
    ExpressionAttributeNames: { '#t': 'ttl' },
    ExpressionAttributeValues: moved,
  };
  await client.send(new UpdateItemCommand({ TableName: name, Key: item('at'), ...update }));
  expect(await sweepExpired(endpoint, name, new Date(3_000_000))).toBe(1);
});
