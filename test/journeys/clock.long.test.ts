import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { accessKey } from '#lib/client/credentials/access-key.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const HOUR = 3600;
let platform: RunningPlatform;
let client: Client;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.001' } });
  client = await Client.register(platform.baseUrl);
  await client.verify();
});
afterAll(async () => {
  await platform?.stop();
});

/** Moves the clock, and logs in again if that took longer than a token lives. */
async function pass(seconds: number): Promise<void> {
  await advance(platform.baseUrl, seconds);
  client = await client.again();
}

it('a token is good for a quarter of an hour', async () => {
  await advance(platform.baseUrl, 700);
  expect((await client.get('/auth/me')).status).toBe(200);
  await advance(platform.baseUrl, 201);
  const expired = await client.get('/auth/me');
  expect([expired.status, expired.headers.get('x-error-code')]).toEqual([401, 'token_expired']);
  client = await client.again();
  expect((await client.get('/auth/me')).status).toBe(200);
});

it('while the clock moves, it says how far it has got and where it is going', async () => {
  const clock = async () => (await ask(platform.baseUrl, '/dev/clock')).body;
  const before = await clock();
  expect(before).not.toHaveProperty('moving_to');
  await client.launch({ name: 'charged' });
  const target = before.offset_seconds + 3 * 86_400;
  const asked = Date.now();
  const moved = advance(platform.baseUrl, 3 * 86_400);
  const moving = await eventually(async () => {
    const shown = await clock();
    return shown.offset_seconds > before.offset_seconds + HOUR && shown;
  });
  expect(Date.parse(moving.moving_to)).toBeGreaterThan(Date.parse(moving.now));
  // Where it goes to is that far from the real time, which goes on meanwhile.
  const real = Date.parse(moving.moving_to) - target * 1000;
  expect(real).toBeGreaterThanOrEqual(asked - 1000);
  expect(real).toBeLessThanOrEqual(Date.now());
  await moved;
  expect(await clock()).toEqual({ now: expect.any(String), offset_seconds: target });
  client = await client.again();
});

it('what a request makes while the clock moves is dealt with in its time', async () => {
  const username = 'mover';
  const { policies } = (await client.get('/auth/iam/policies?name=AdministratorAccess')).body;
  await client.post('/auth/iam/users', { username, policy_ids: [policies[0].id] });
  const key = (await client.post(`/auth/iam/users/${username}/access-keys`, {})).body;
  // A signature follows the real clock, where a token would have expired.
  const signer = createClient({
    baseUrl: platform.baseUrl,
    credentials: accessKey({ accessKeyId: key.access_key_id, secretKey: key.secret_key }),
  });
  const { offset_seconds: before } = (await ask(platform.baseUrl, '/dev/clock')).body;
  // Metering runs every hour of it, so that there are moments to stop at.
  await client.launch({ name: 'metered' });
  const moved = advance(platform.baseUrl, 20 * 86_400);
  await eventually(async () => (await ask(platform.baseUrl, '/dev/clock')).body.offset_seconds > before + HOUR);
  const { image_id, instance_type_id } = (await signer.listInstances()).instances[0] ?? {};
  const body = { name: 'brief', ttl_hours: 1, image_id: image_id ?? '', instance_type_id: instance_type_id ?? '' };
  const { id, expires_at } = await signer.launchInstance({ body });
  await moved;
  const end = (await ask(platform.baseUrl, '/dev/clock')).body.now;
  expect(Date.parse(expires_at ?? '')).toBeLessThan(Date.parse(end) - 86_400_000);
  await expect(signer.getInstance({ id })).rejects.toMatchObject({ status: 404 });
  client = await client.again();
});

it('a machine with a time to live is terminated when it is over, and can be read for an hour more', async () => {
  const mortal = await client.launch({ name: 'mortal', ttl_hours: 2 });
  const kept = await client.launch({ name: 'kept', ttl_hours: 2 });
  const changed = await client.ask(`/compute/instances/${kept.id}`, { method: 'PATCH', body: { ttl_hours: null } });
  expect(changed.body.expires_at).toBeNull();
  await pass(2 * HOUR - 60);
  expect((await client.show(mortal.id)).status).toBe('running');
  await pass(60 + 60);
  expect((await client.show(mortal.id)).status).toBe('terminated');
  expect((await client.show(kept.id)).status).toBe('running');
  const list = (await client.get('/compute/instances?status=terminated')).body.instances;
  expect(list.map(({ id }: { id: string }) => id)).toContain(mortal.id);
  await pass(HOUR + 60);
  const gone = await client.get(`/compute/instances/${mortal.id}`);
  expect([gone.status, gone.headers.get('x-error-code')]).toEqual([404, 'not_found']);
  expect((await client.get('/compute/instances?status=terminated')).body.instances).toEqual([]);
});

it('protection is stronger than a time to live', async () => {
  const { id } = await client.launch({ name: 'protected', ttl_hours: 1, termination_protection: true });
  await pass(3 * HOUR);
  expect((await client.show(id)).status).toBe('running');
  await client.ask(`/compute/instances/${id}`, { method: 'PATCH', body: { termination_protection: false } });
  let { status } = await client.show(id);
  for (let passed = 0; status === 'running' && passed <= HOUR; passed += 600) {
    await pass(600);
    status = (await client.show(id)).status;
  }
  expect(status).toBe('terminated');
});

it('a day passes with twenty machines, half of which end in it', async () => {
  const quotas = (await client.get('/compute/quotas')).body.quotas;
  const { limit, used } = quotas.find(({ name }: { name: string }) => name === 'instances');
  for (let i = used; i < limit; i++) {
    await client.launch(
      { name: `day-${i}`, ...(i % 2 && { ttl_hours: i }), tags: { ends: `${i % 2 === 1}` } },
      { wait: 0 },
    );
  }
  const listed = async (filter = '') => (await client.get(`/compute/instances?limit=200${filter}`)).body.instances;
  const lasting = (await listed()).length - (await listed('&tag.ends=true')).length;
  await pass(24 * HOUR);
  const after = await listed();
  expect(after).toHaveLength(lasting);
  expect(after.every(({ status }: { status: string }) => status === 'running')).toBe(true);
});

it('it is moved by whole seconds, forward, and set back only to the real time', async () => {
  const post = (body: unknown) => ask(platform.baseUrl, '/dev/clock', { method: 'POST', body });
  const { offset_seconds: offset } = (await ask(platform.baseUrl, '/dev/clock')).body;
  expect(offset).toBeGreaterThan(24 * HOUR);
  for (const body of [
    { advance_seconds: -1 },
    { advance_seconds: 1.5 },
    { advance_seconds: '60' },
    {},
    { reset: false },
  ]) {
    const refused = await post(body);
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'validation_failed']);
  }
  expect((await ask(platform.baseUrl, '/dev/clock')).body.offset_seconds).toBe(offset);
  expect((await post({ reset: true })).body.offset_seconds).toBe(0);
});
