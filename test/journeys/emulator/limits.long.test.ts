import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, ask, Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* /dev/limits over HTTP (contract 4.11). */

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_QUOTA_VPCS: '2' } });
});
afterAll(async () => {
  await platform?.stop();
});
/** What the platform was started with. */
const usual = { rate: 'on', quotas: { vpcs: null, instances: null, vcpus: null } };
beforeEach(() => change(usual));

const dev = (method: string, body?: unknown) =>
  ask(platform.baseUrl, '/dev/limits', { method, ...(body !== undefined && { body }) });
const change = async (limits: object) => demand(await dev('POST', limits), 200).body;
const refused = ({ status, headers, body }: Answer) => [status, headers.get('x-error-code'), body.error];

/** The status of each of many requests at once. */
async function burst(client: Client, count: number): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: count }, () => client.ask('/compute/vpcs', { once: true })));
  return replies.map(({ status }) => status);
}

/** Whether bursts go over the limit of a second; a machine that is busy may need several. */
async function isLimited(client: Client): Promise<boolean> {
  for (let round = 0; round < 20; round++) if ((await burst(client, 100)).includes(429)) return true;
  return false;
}

test('without rate windows nobody is refused, however often he asks, and with them he is again', async () => {
  const client = await Client.verified(platform.baseUrl);
  expect(await isLimited(client)).toBe(true);
  expect((await change({ rate: 'off' })).rate).toBe('off');
  for (let round = 0; round < 3; round++) expect(new Set(await burst(client, 100))).toEqual(new Set([200]));
  const reply = await client.ask('/compute/vpcs', { once: true });
  expect(reply.headers.get('ratelimit')).toBe('"default";r=30;t=1');
  const anonymous = () => ask(platform.baseUrl, '/compute/prices', { once: true });
  const replies = await Promise.all(Array.from({ length: 60 }, anonymous));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await change({ rate: 'on' })).rate).toBe('on');
  expect(await isLimited(client)).toBe(true);
});

test('a raised quota is shown and counts at once; null brings back that of the start', async () => {
  const client = await Client.verified(platform.baseUrl);
  const shown = async (name: string) =>
    demand(await client.get('/compute/quotas'), 200).body.quotas.find((quota: { name: string }) => quota.name === name);
  const make = (name: string) => client.post('/compute/vpcs', { name });
  // An account begins with a VPC.
  expect((await make('one')).status).toBe(201);
  expect(refused(await make('two'))).toEqual([403, 'quota_exceeded', expect.stringContaining('2')]);
  expect((await change({ quotas: { vpcs: 4 } })).quotas).toMatchObject({ vpcs: 4, instances: 20 });
  expect(await shown('vpcs')).toEqual({ name: 'vpcs', limit: 4, used: 2 });
  for (const name of ['two', 'three']) expect((await make(name)).status).toBe(201);
  expect((await make('four')).status).toBe(403);

  await change({ quotas: { vpcs: null } });
  // What there is stays; more is refused.
  expect(await shown('vpcs')).toEqual({ name: 'vpcs', limit: 2, used: 4 });
  expect((await make('four')).status).toBe(403);
  expect(demand(await client.get('/compute/vpcs'), 200).body.vpcs).toHaveLength(4);
});

test('more machines than an account may have are launched where the quotas allow it', async () => {
  const client = await Client.verified(platform.baseUrl);
  await change({ rate: 'off', quotas: { instances: 60, vcpus: 60 } });
  const launched = await Promise.all(Array.from({ length: 21 }, (_, n) => client.launch({ name: `web-${n}` })));
  const ready = await Promise.all(launched.map(({ id }) => client.until(id, 'running')));
  expect(ready).toHaveLength(21);
  await change(usual);
  expect((await client.post('/compute/instances', await client.launchBody())).status).toBe(403);
});

test('what is shown is what is in force, and a request says what is wrong with it', async () => {
  const shown = demand(await dev('GET'), 200).body;
  expect(shown).toMatchObject({ rate: 'on', quotas: { vpcs: 2, instances: 20 } });
  expect(await change({ quotas: {} })).toEqual(shown);
  expect(refused(await dev('POST', { quotas: { machines: 1 } }))).toEqual([
    400,
    'unknown_field',
    expect.stringMatching(/^quotas: unknown field "machines" \(allowed: instances, /),
  ]);
  expect(refused(await dev('POST', { rate: 'maybe' }))).toEqual([
    400,
    'validation_failed',
    'rate: "maybe" must be on or off',
  ]);
  expect(refused(await dev('DELETE'))).toEqual([405, 'method_not_allowed', 'method not allowed (GET, POST)']);
  expect(demand(await dev('GET'), 200).body).toEqual(shown);
});
