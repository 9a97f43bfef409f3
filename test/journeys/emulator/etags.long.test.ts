import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, ask, Client, demand } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';

/* A version number comes again after a load, with other content. Its ETag does not (contract 1.3). */

const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0' };
const etagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

async function platformIn(dataDir: string, more = {}) {
  const platform = await startPlatform({ env: { ...env, ...more }, dataDir });
  onTestFinished(async () => {
    await platform.stop();
  });
  const { baseUrl } = platform;
  const dev = async (path: string) => demand(await ask(baseUrl, `/dev/${path}`, { method: 'POST' }), 200);
  return { baseUrl, dev, stop: () => platform.stop() };
}

test('an ETag of before a load changes nothing after it, nor after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-etags-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await platformIn(dataDir);
  let client = await Client.verified(first.baseUrl);
  const { id } = demand(await client.post('/compute/vpcs', { name: 'shop' }), 201).body;
  const path = `/compute/vpcs/${id}`;
  const describe = (description: string, etag?: string) =>
    client.ask(path, { method: 'PATCH', body: { description }, ...(etag && { headers: { 'if-match': etag } }) });

  await first.dev('state/before');
  const old = etagOf(demand(await describe('what I saw'), 200));
  expect(old).toBe('"v2"');
  await first.dev('state/before/load');
  const other = etagOf(demand(await describe('what somebody else wrote'), 200));
  expect(other).toBe('"v2.1"');
  const refused = async (etag: string, current: string) => {
    const reply = await describe('written over', etag);
    expect([reply.status, reply.body.error]).toEqual([
      412,
      `If-Match: ${etag} is not the current version (${current})`,
    ]);
  };
  await refused(old, other);
  expect(etagOf(await client.get(path))).toBe(other);
  expect(demand(await client.get(path), 200).body.description).toBe('what somebody else wrote');

  await first.stop();
  const second = await platformIn(dataDir);
  client = new Client(second.baseUrl, client.email, client.token);
  await refused(old, other);
  const mine = etagOf(demand(await describe('mine', other), 200));
  expect(mine).toBe('"v3.1"');
  await second.stop();

  const third = await platformIn(dataDir, { SVC_STATE: 'before' });
  client = new Client(third.baseUrl, client.email, client.token);
  expect(etagOf(await client.get(path))).toBe('"v1.2"');
  for (const etag of ['"v1"', '"v1.1"', old, mine]) await refused(etag, '"v1.2"');
  expect((await describe('mine again', '"v0", "v1.2"')).status).toBe(200);
});

test('an ETag of before a reset does not match what has the same name', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-etags-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { baseUrl, dev } = await platformIn(dataDir);
  const made = async () => {
    const client = await Client.verified(baseUrl);
    const etag = etagOf(demand(await client.post('/auth/iam/users', { username: 'dev' }), 201));
    return { client, etag };
  };
  const before = await made();
  await dev('reset');
  const after = await made();
  expect([before.etag, after.etag]).toEqual(['"v1"', '"v1.1"']);
  const remove = (etag: string) => after.client.remove('/auth/iam/users/dev', { 'if-match': etag });
  expect((await remove(before.etag)).status).toBe(412);
  expect((await remove(after.etag)).status).toBe(200);
});
