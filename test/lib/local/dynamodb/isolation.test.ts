import { readlinkSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { connectionTo } from '#lib/local/transport/connections.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { descendantsOf } from '#test/lib/runtime/support/processes.ts';
import { hasNamespaces } from '#test/support/processes/namespaces.ts';
import { key, S } from '#test/support/table/dynamodb.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

test('an engine is behind a socket of its own in a folder that is closed to others, and goes with it', async () => {
  const engine = await startDynoxide();
  const path = socketOf(engine.endpoint);
  expect(path !== undefined).toBe(hasNamespaces);
  if (path !== undefined) {
    expect([dirname(path), path].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
    const family = [engine.pid, ...descendantsOf(engine.pid).map(({ pid }) => pid)];
    const networks = family.map((pid) => readlinkSync(`/proc/${pid}/ns/net`));
    expect(networks).toEqual([networks[0], networks[0]]);
    expect(networks).not.toContain(readlinkSync('/proc/self/ns/net'));
  }
  await engine.stop();
});

test('the engine dies with its relay, however that one dies', async () => {
  const engine = await startDynoxide();
  const family = [engine.pid, ...descendantsOf(engine.pid).map(({ pid }) => pid)];
  expect(family).toHaveLength(hasNamespaces ? 2 : 1);
  process.kill(engine.pid, 'SIGKILL');
  await engine.exited;
  // The kernel closes the files of a process, by which `exited` settles, just before it ends the process.
  await eventually(() => family.every((pid) => markOf(pid) === undefined), { seen: () => family.map(markOf) });
});

test.runIf(hasNamespaces)(
  'calls soon reach the engine in its network without the relay, also one that starts anew',
  async () => {
    const engine = await startDynoxide();
    const path = socketOf(engine.endpoint) ?? '';
    const direct = async () => {
      const connection = connectionTo(path);
      const place = [connection.remoteAddress, connection.remotePort];
      connection.destroy();
      return place[1] !== undefined && place;
    };
    expect(await eventually(direct)).toEqual(['127.0.0.1', 8000]);
    await engine.stop();
    const next = await startDynoxide({ at: engine.endpoint });
    expect(await direct()).toBe(false);
    expect(await eventually(direct)).toEqual(['127.0.0.1', 8000]);
    await next.stop();
  },
);

test('a call of megabytes, and many at once, pass whole', async () => {
  const { client, name } = await testTable();
  const big = 'x'.repeat(390_000);
  const write = (pk: string) => client.send(new PutItemCommand({ TableName: name, Item: { ...key(pk), big: S(big) } }));
  await Promise.all(Array.from({ length: 12 }, (_, i) => write(`${i}`)));
  const read = (pk: string) => client.send(new GetItemCommand({ TableName: name, Key: key(pk) }));
  const found = await Promise.all(Array.from({ length: 12 }, (_, i) => read(`${i}`)));
  expect(found.map(({ Item }) => Item?.big?.S === big)).toEqual(Array(12).fill(true));
});

test('where it has no network of its own, no engine is where a web page could look for it: not at 127.0.0.1, nor twice at the same address', async () => {
  const engines = await Promise.all([startDynoxide({ isolated: false }), startDynoxide({ isolated: false })]);
  const hosts = engines.map(({ endpoint }) => new URL(endpoint).hostname);
  await Promise.all(engines.map((engine) => engine.stop()));
  if (process.platform !== 'linux') return;
  expect(hosts).not.toContain('127.0.0.1');
  expect(new Set(hosts).size).toBe(2);
});
