import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ask, Client, demand, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, type StartFailure, startPlatform } from '#test/support/platform/platform.ts';
import { allowing, large, Photos, payOrder, populated, view } from '#test/support/platform/world.ts';
import { textOf } from '#test/support/vitest/pdf.ts';

const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.001' };
let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform({ env });
});
afterAll(async () => {
  await platform?.stop();
});

const dev = (path: string, method = 'POST', on = platform) => ask(on.baseUrl, `/dev${path}`, { method });
const save = async (name: string) => demand(await dev(`/state/${name}`), 200).body;
const load = async (name: string) => demand(await dev(`/state/${name}/load`), 200).body;
const reset = async () => demand(await dev('/reset'), 200).body;
const refused = ({ status, headers, body }: Answer) => [status, headers.get('x-error-code'), body.error];

test('a loaded state is what was saved: resources, objects, sessions, keys and the gateway', async () => {
  await reset();
  const world = await populated(platform);
  const { client, instance, key } = world;
  const before = await view(client);
  expect(await save('full')).toMatchObject({
    name: 'full',
    driver: 'simulated',
    problem: null,
    stopped_instance_ids: [],
  });

  await client.operate(instance, 'terminate');
  await client.launch({ name: 'other' });
  const photos = new Photos(platform, key);
  await photos.put('small', 'changed');
  await photos.put('more', 'more');
  demand(await client.remove(`/storage/buckets/photos/access-keys/${key.access_key_id}`), 200);
  await payOrder(world);
  demand(await client.post('/auth/logout', {}), 200);
  expect((await client.get('/auth/me')).status).toBe(401);
  expect((await ask(platform.baseUrl, `/dev/outbox?to=${client.email}`)).body.messages.length).toBeGreaterThan(1);

  await load('full');
  expect(await view(client)).toEqual(before);
  expect([await photos.read('small'), await photos.read('large')]).toEqual(['as saved', large]);
  const { Contents } = await photos.s3.send(new ListObjectsV2Command({ Bucket: 'photos' }));
  expect(Contents?.map(({ Key }) => Key)).toEqual(['large', 'small']);
  expect((await ask(platform.baseUrl, `/dev/outbox?to=${client.email}`)).body.messages).toHaveLength(1);

  // It is not only to be seen, but goes on.
  expect(await payOrder(world)).toMatchObject({ status: 'paid' });
  expect((await client.operate(instance, 'stop')).status).toBe('stopped');
  expect((await client.operate(instance, 'start')).status).toBe('running');
  expect((await client.launch({ name: 'next' })).status).toBe('running');
});

test('what a user may do is read anew after a load, though its version has been seen before', async () => {
  await reset();
  const { client, user, policy } = await populated(platform);
  const allow = async (action: string) =>
    demand(await client.ask(`/auth/iam/policies/${policy}`, { method: 'PUT', body: allowing(action) }), 200);
  const may = async () =>
    (await Promise.all(['/compute/instances', '/compute/volumes', '/compute/vpcs'].map((path) => user.get(path)))).map(
      ({ status }) => status,
    );
  expect(await may()).toEqual([200, 403, 403]);
  await save('policy');
  await allow('compute:ListVolumes');
  expect(await may()).toEqual([403, 200, 403]);
  await load('policy');
  expect(await may()).toEqual([200, 403, 403]);
  await allow('compute:ListVpcs');
  expect(await may()).toEqual([403, 403, 200]);
});

test('a reset leaves nothing, and the platform is as new', async () => {
  await reset();
  const { client, key, order, user } = await populated(platform);
  await advance(platform.baseUrl, 3600);
  expect(await reset()).toEqual({ stopped_instance_ids: [] });
  for (const one of [client, user])
    expect(refused(await one.get('/compute/instances'))).toEqual([401, 'invalid_token', expect.any(String)]);
  const login = { email: client.email, password: passphrase };
  expect((await ask(platform.baseUrl, '/auth/login', { method: 'POST', body: login })).status).toBe(401);
  await expect(new Photos(platform, key).read('small')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  expect((await ask(platform.baseUrl, '/dev/outbox')).body.messages).toEqual([]);
  expect((await dev(`/gateway/orders/${order.gateway_order_id}`, 'GET')).status).toBe(404);
  expect((await dev('/clock', 'GET')).body.offset_seconds).toBe(0);

  // The first invoice, with a document in a bucket that is made anew.
  const next = await Client.verified(platform.baseUrl);
  const topUp = demand(await next.post('/auth/billing/topup', { amount_paise: 100_000 }), 201).body;
  const { invoice_id } = await payOrder({ client: next, order: topUp });
  const invoice = demand(await next.get(`/auth/billing/invoices/${invoice_id}`), 200).body;
  expect(invoice.number).toMatch(/\/000001$/);
  const document = await fetch(invoice.document.url);
  expect(await textOf(new Uint8Array(await document.arrayBuffer()))).toContain(invoice.number);
  expect((await next.launch({ name: 'first' })).status).toBe('running');
});

test('the clock goes on from where it was, and tokens are as good as they were', async () => {
  await reset();
  const { client } = await populated(platform);
  const { now } = await save('clock');
  await advance(platform.baseUrl, 3600);
  expect((await client.get('/auth/me')).headers.get('x-error-code')).toBe('token_expired');
  await load('clock');
  const since = Date.parse((await dev('/clock', 'GET')).body.now) - Date.parse(now);
  expect(since).toBeGreaterThan(-1000);
  expect(since).toBeLessThan(600_000);
  expect((await client.get('/auth/me')).status).toBe(200);
});

test('a state is a folder that another platform starts from, on other ports', async () => {
  await reset();
  const { client, key, instance } = await populated(platform);
  await save('fixture');
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-fixture-'));
  try {
    cpSync(join(platform.dataDir, 'states', 'fixture'), join(dataDir, 'states', 'fixture'), { recursive: true });
    const other = await startPlatform({ env: { ...env, SVC_STATE: 'fixture' }, dataDir });
    try {
      const there = new Client(other.baseUrl, client.email, client.token);
      expect((await there.show(instance)).status).toBe('running');
      expect(await new Photos(other, key).read('large')).toBe(large);
      expect((await there.operate(instance, 'reboot')).status).toBe('running');
    } finally {
      await other.stop();
    }
    const start = (changes: object) =>
      startPlatform({ env: { ...env, ...changes }, dataDir }).then(
        async (started) => [await started.stop(), 'it started'],
        (error: StartFailure) => [error.status, error.stderr],
      );
    expect(await start({ SVC_STATE: 'absent' })).toEqual([
      1,
      expect.stringContaining('svc: SVC_STATE: state absent not found'),
    ]);
    expect(await start({ SVC_STATE: '../x' })).toEqual([
      1,
      expect.stringContaining('SVC_STATE: "../x" is not the name of a state'),
    ]);
    expect(await start({ SVC_STATE: 'fixture', SVC_COMPUTE: 'process' })).toEqual([
      1,
      expect.stringContaining('svc: SVC_STATE: state fixture has machines of simulated, and this platform has process'),
    ]);
    expect(await start({ SVC_STATE: 'fixture', SVC_DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' })).toEqual([
      1,
      expect.stringContaining(
        'svc: SVC_STATE: states are of the embedded engines, and SVC_DYNAMODB_ENDPOINT names another; unset it',
      ),
    ]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('requests say what is wrong with them', async () => {
  await save('one');
  const name = 'must be 1 to 40 of a-z, 0-9 and -';
  expect(refused(await dev('/state/Upper'))).toEqual([400, 'validation_failed', `name: "Upper" ${name}`]);
  expect(refused(await dev('/state/%2e%2e%2fkeys/load'))).toEqual([
    400,
    'validation_failed',
    `name: "%2e%2e%2fkeys" ${name}`,
  ]);
  expect(refused(await dev('/state/..', 'DELETE'))).toEqual([404, 'no_such_route', 'no such route']);
  expect(refused(await dev('/state/absent/load'))).toEqual([404, 'not_found', 'state absent not found']);
  expect(refused(await dev('/state/absent', 'DELETE'))).toEqual([404, 'not_found', 'state absent not found']);
  expect(refused(await dev('/reset', 'GET'))).toEqual([405, 'method_not_allowed', 'method not allowed (POST)']);
  expect(refused(await dev('/state/one', 'GET'))).toEqual([
    405,
    'method_not_allowed',
    'method not allowed (POST, DELETE)',
  ]);
  const body = { force: true };
  expect(refused(await ask(platform.baseUrl, '/dev/reset', { method: 'POST', body }))).toEqual([
    400,
    'unknown_field',
    'unknown field "force"',
  ]);
  for (const path of ['/dev/reset', '/dev/state/one', '/dev/state/one/load']) {
    const foreign = await ask(platform.baseUrl, path, { method: 'POST', headers: { origin: 'http://evil.example' } });
    expect(refused(foreign)).toEqual([403, 'cross_origin', `origin: "http://evil.example" is not ${platform.baseUrl}`]);
  }
  const { states } = demand(await dev('/state', 'GET'), 200).body;
  expect(states.map((one: { name: string }) => one.name)).toEqual(['clock', 'fixture', 'full', 'one', 'policy']);
  expect(demand(await dev('/state/one', 'DELETE'), 200).body).toEqual({ name: 'one', deleted: true });
  const left = demand(await dev('/state', 'GET'), 200).body.states;
  expect(left.map((one: { name: string }) => one.name)).toEqual(['clock', 'fixture', 'full', 'policy']);
});
