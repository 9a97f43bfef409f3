import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import { getVpc } from '#lib/store/compute/vpcs.ts';
import { fixRandomness, fixTime, isTimeFixed } from '#lib/testing/functions/fixed.ts';
import { type Caller, openWorld, type World, type WorldOptions } from '#lib/testing/functions/world.ts';
import { tree } from '#test/bench/local/processes.ts';

let world: World | undefined;
afterEach(() => world?.close());
const open = async (options: WorldOptions = {}) => {
  world = await openWorld(options);
  return world;
};
const callers: Caller[] = ['token', 'cookie', 'signature'];

test.each(callers)('a caller by %s makes something, which the table has', async (caller) => {
  const { call, owner } = await open();
  const made = await call(createVpc, { body: { name: 'shop' } }, caller);
  expect([made.status, made.body.created_at]).toEqual([201, '2026-11-21T04:10:00Z']);
  expect(await getVpc(owner.account_id, made.body.id)).toMatchObject({ name: 'shop', version: 1 });
  const shown = await call(showVpc, { params: { id: made.body.id } }, caller);
  expect([shown.status, shown.body]).toEqual([200, made.body]);
});

test('each caller proves who he is in the event', async () => {
  const { event, key } = await open();
  const request = { body: { name: 'shop' }, headers: { 'idempotency-key': 'one' }, cookies: { theme: 'dark' } };
  const [token, cookie, signature] = callers.map((caller) => event(createVpc, request, caller));
  expect(token?.headers.authorization).toMatch(/^Bearer ey/);
  expect(cookie?.cookies).toEqual(['theme=dark', expect.stringMatching(/^svc_access=ey/)]);
  expect(cookie?.headers.authorization).toBeUndefined();
  expect(signature?.headers.authorization).toContain(`Credential=${key.access_key_id}/20261121/`);
  for (const one of [token, cookie, signature])
    expect(one).toMatchObject({
      routeKey: 'POST /compute/vpcs',
      body: '{"name":"shop"}',
      headers: { 'idempotency-key': 'one' },
    });
});

/** What a world does, down to its ids. */
async function lived(options: WorldOptions): Promise<unknown> {
  const { owner, key, call } = await open(options);
  const replies = [
    await call(createVpc, { body: { name: 'one' } }),
    await call(createVpc, { body: { name: 'two' }, headers: { 'idempotency-key': 'k' } }, 'signature'),
  ];
  return [owner.account_id, owner.email, owner.bearer, key, replies];
}

test('two worlds that are opened alike are alike; another seed is another', async () => {
  const first = await lived({});
  expect(await lived({})).toEqual(first);
  expect(await lived({ seed: 'other' })).not.toEqual(first);
});

test('time stands still until the clock is moved, and goes on afterwards', async () => {
  const at = new Date('2027-04-01T00:00:00Z');
  const { call, advance, close } = await open({ at });
  // biome-ignore lint/plugin: the clock itself is what is tested
  expect([Date.now(), new Date(), new Date(0).getTime()]).toEqual([at.getTime(), at, 0]);
  expect((await call(createVpc, { body: { name: 'one' } })).body.created_at).toBe('2027-04-01T00:00:00Z');
  advance(60);
  expect((await call(createVpc, { body: { name: 'two' } })).body.created_at).toBe('2027-04-01T00:01:00Z');
  advance(900);
  const late = await call(createVpc, { body: { name: 'three' } });
  expect([late.status, late.headers['x-error-code']]).toEqual([401, 'token_expired']);
  close();
  expect(isTimeFixed()).toBe(false);
  // biome-ignore lint/plugin: the clock itself is what is tested
  expect(Date.now()).not.toBe(at.getTime());
});

test('no rate window ends while time stands still', async () => {
  const { call } = await open();
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push((await call(showVpc, { params: { id: 'vpc-none' } })).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('fixed randomness is that of its sequence, of the right form, and ends', () => {
  const drawn = () => [randomUUID(), randomInt(5), randomInt(10, 20), randomBytes(40).toString('hex'), Math.random()];
  using randomness = fixRandomness();
  randomness.begin('a');
  const first = drawn();
  randomness.begin('b');
  expect(drawn()).not.toEqual(first);
  randomness.begin('a');
  expect(drawn()).toEqual(first);
  const [uuid, small, large, bytes] = first;
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([Number(small) < 5, Number(large) >= 10 && Number(large) < 20, bytes?.toString().length]).toEqual([
    true,
    true,
    80,
  ]);
  randomness[Symbol.dispose]();
  expect(drawn()).not.toEqual(drawn());
});

test('what is random later, by a callback, is left to Node', async () => {
  using randomness = fixRandomness();
  randomness.begin('a');
  const later = () => new Promise((resolve, reject) => randomBytes(8, (e, bytes) => (e ? reject(e) : resolve(bytes))));
  expect(await later()).not.toEqual(await later());
});

test('a date with arguments is as ever, and is a Date', () => {
  using _time = fixTime(new Date('2026-11-21T04:10:00Z'));
  expect(new Date(2026, 0, 1).getFullYear()).toBe(2026);
  expect(new Date()).toEqual(new Date('2026-11-21T04:10:00Z'));
  expect(new Date()).toBeInstanceOf(Date);
});

/** The TCP sockets that this process and those below it listen on, in the network that this process is in. */
function listening(): string[] {
  const network = readlinkSync('/proc/self/ns/net');
  const here = tree(process.pid).filter((pid) => read(() => readlinkSync(`/proc/${pid}/ns/net`)) === network);
  const sockets = here.flatMap((pid) =>
    (read(() => readdirSync(`/proc/${pid}/fd`)) ?? []).map((fd) => read(() => readlinkSync(`/proc/${pid}/fd/${fd}`))),
  );
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/self/net/${name}`, 'utf8').split('\n').slice(1));
  const fields = lines.map((line) => line.trim().split(/\s+/));
  const listens = fields.filter(({ 3: state, 9: inode }) => state === '0A' && sockets.includes(`socket:[${inode}]`));
  return listens.map(({ 1: address = '' }) => address);
}

/** What a process that is there has. */
function read<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

test('no port is opened', async () => {
  const { call } = await open();
  await call(createVpc, { body: { name: 'shop' } });
  // Where there are no network namespaces, the engine itself listens on a loopback address.
  const isIsolated = process.env.AWS_ENDPOINT_URL_DYNAMODB?.startsWith('unix:');
  expect(listening()).toHaveLength(isIsolated ? 0 : 1);
});

test('a port that is opened would be found', async () => {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    expect(listening()).toHaveLength(1);
  } finally {
    server.close();
  }
});
