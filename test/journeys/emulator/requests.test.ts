import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { type Answer, ask, Client, demand, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* /dev/requests over HTTP (contract 4.11): what was asked, and nothing that was said. */

let platform: RunningPlatform;
beforeAll(async () => {
  const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_LIMITS: 'off', SVC_LOG: 'requests' };
  platform = await startPlatform({ env });
});
afterAll(async () => {
  await platform?.stop();
});

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly account_id: string | null;
  readonly error: string | null;
  readonly body_shape: unknown;
}

const dev = (query = '') => ask(platform.baseUrl, `/dev/requests${query}`);
const last = async (query = ''): Promise<Entry[]> => demand(await dev(query), 200).body.requests;
const refused = ({ status, headers, body }: Answer) => [status, headers.get('x-error-code'), body.error];

/** The newest request to this path, once its answer is written down. */
async function entryOf(path: string): Promise<Entry | undefined> {
  const newest = async () => (await last()).find((entry) => entry.path === path);
  await expect.poll(newest).toBeDefined();
  return newest();
}

test('a request is told with its shape, its account and its refusal', async () => {
  const client = await Client.verified(platform.baseUrl);
  const { account_id } = demand(await client.get('/auth/me'), 200).body;
  await client.post('/compute/vpcs', { name: 'shop', tags: { env: 'dev' } });
  expect(await entryOf('/compute/vpcs')).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    method: 'POST',
    path: '/compute/vpcs',
    status: 201,
    ms: expect.any(Number),
    account_id,
    error: null,
    body_shape: { name: 'string', tags: { env: 'string' } },
  });
  await client.get('/compute/vpcs?limit=many&name=shop');
  expect(await entryOf('/compute/vpcs?limit&name')).toMatchObject({
    status: 400,
    account_id,
    error: 'validation_failed',
    body_shape: null,
  });
});

test('no password, token, key or signature is to be seen, nor any other value', async () => {
  const { baseUrl } = platform;
  const client = await Client.verified(baseUrl);
  const login = demand(
    await ask(baseUrl, '/auth/login', { method: 'POST', body: { email: client.email, password: passphrase } }),
    200,
  ).body;
  const wrong = 'another password, mistyped';
  await ask(baseUrl, '/auth/login', { method: 'POST', body: { email: client.email, password: wrong } });
  await ask(baseUrl, '/auth/refresh', { method: 'POST', body: { refresh_token: login.refresh_token } });
  await ask(baseUrl, '/auth/me', { headers: { cookie: `svc_access=${login.access_token}` } });

  const { policies } = demand(await client.get('/auth/iam/policies?name=AdministratorAccess'), 200).body;
  const user = { username: 'deploy', policy_ids: [policies[0].id] };
  demand(await client.post('/auth/iam/users', user), 201);
  const key = demand(await client.post('/auth/iam/users/deploy/access-keys', {}), 201).body;
  const exchanged = demand(await client.post('/auth/iam/exchange-credentials', pairOf(key)), 200).body;
  const invite = '/auth/team/invite/info?token=it_nobodysinvitation';
  await ask(baseUrl, invite);

  const headers = { host: new URL(baseUrl).host };
  const inQuery = signed(listVpcs, key, { form: 'query', headers });
  const presigned = demand(await ask(baseUrl, `/compute/vpcs?${inQuery.rawQuery}`), 200);
  expect(presigned.body.vpcs).toHaveLength(1);
  const inHeader = signed(listVpcs, key, { headers });
  demand(await ask(baseUrl, '/compute/vpcs', { headers: inHeader.headers }), 200);
  const idempotency = 'a-key-of-mine-7391';
  await client.post('/compute/vpcs', { name: 'quiet-shop' }, { 'idempotency-key': idempotency });

  const signature = new URLSearchParams(inQuery.rawQuery).get('X-Amz-Signature') ?? '';
  const query =
    '/compute/vpcs?X-Amz-Algorithm&X-Amz-Credential&X-Amz-Date&X-Amz-Expires&X-Amz-SignedHeaders&X-Amz-Signature';
  const { account_id } = demand(await client.get('/auth/me'), 200).body;
  expect(await entryOf(query)).toMatchObject({ status: 200, account_id });
  const entries = await last();
  const of = (path: string) => entries.find((entry) => entry.path === path);
  expect(of('/auth/login')).toMatchObject({
    status: 401,
    account_id: null,
    body_shape: { email: 'string', password: 'string' },
  });
  expect(of('/auth/refresh')?.body_shape).toEqual({ refresh_token: 'string' });
  expect(of('/auth/iam/exchange-credentials')?.body_shape).toEqual({ access_key_id: 'string', secret_key: 'string' });

  const secrets = {
    ...{ passphrase, wrong, access: login.access_token, refresh: login.refresh_token, client: client.token },
    ...{ key: key.access_key_id, secret: key.secret_key, exchanged: exchanged.access_token, signature },
    ...{ authorization: inHeader.headers.authorization?.split('Signature=')[1], invitation: 'it_nobodysinvitation' },
    ...{ idempotency, email: client.email, name: 'quiet-shop' },
  };
  expect(Object.values(secrets).filter((value) => String(value ?? '').length < 8)).toEqual([]);
  const told = JSON.stringify(entries) + platform.output();
  expect(Object.entries(secrets).filter(([, value]) => told.includes(String(value)))).toEqual([]);
});

const pairOf = ({ access_key_id, secret_key }: { access_key_id: string; secret_key: string }) => ({
  access_key_id,
  secret_key,
});

test('the last 200 are there, newest first, and requests to /dev are none', async () => {
  const client = await Client.register(platform.baseUrl);
  for (let n = 0; n < 205; n += 41)
    await Promise.all(Array.from({ length: 41 }, (_, k) => client.get(`/compute/vpcs/vpc-${n + k}`)));
  await client.get('/compute/vpcs/the-last');
  expect(await entryOf('/compute/vpcs/the-last')).toMatchObject({ status: 404, error: 'not_found' });
  const all = await last();
  expect(all).toHaveLength(200);
  expect(all[0]?.path).toBe('/compute/vpcs/the-last');
  expect(all.filter(({ path }) => !path.startsWith('/compute/vpcs/'))).toEqual([]);
  expect(await last('?limit=2')).toEqual(all.slice(0, 2));
  expect(refused(await dev('?limit=201'))).toEqual([
    400,
    'validation_failed',
    'limit: "201" must be an integer from 1 to 200',
  ]);
  expect(refused(await dev('?account=1'))).toEqual([400, 'unknown_field', 'unknown query parameter "account"']);
  const foreign = await ask(platform.baseUrl, '/dev/requests', { headers: { origin: 'http://evil.example' } });
  expect(foreign.status).toBe(403);
});
