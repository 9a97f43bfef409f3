import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, ask, Client, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let client: Client;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.001' } });
  client = await Client.register(platform.baseUrl);
});
afterAll(async () => {
  await platform?.stop();
});

const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');
/** Without the date that the local gateway works out anew from Max-Age for every reply. */
const cookiesOf = ({ headers }: Answer) =>
  headers.getSetCookie().map((cookie) => cookie.replace(/ Expires=[^;]+;/, ''));
const named = async (name: string) => (await client.get(`/compute/instances?name=${name}`)).body.instances;

it('a sign-up that is repeated answers the same account, tokens and cookies', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { email: 'twice@example.com', password: passphrase };
  const [first, again] = [
    await ask(platform.baseUrl, '/auth/register', { method: 'POST', body, headers }),
    await ask(platform.baseUrl, '/auth/register', { method: 'POST', body, headers }),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
  expect(again.text).toBe(first.text);
  expect(first.headers.getSetCookie()).toHaveLength(2);
  expect(cookiesOf(again)).toEqual(cookiesOf(first));
  const token = again.body.access_token;
  expect((await ask(platform.baseUrl, '/auth/me', { token })).body.email).toBe('twice@example.com');
});

it('a launch that is repeated answers as it was first answered, whatever became of the machine', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = await client.launchBody({ name: 'once' });
  const first = await client.post('/compute/instances', body, headers);
  expect(first.body.status).toBe('provisioning');
  await client.until(first.body.id, 'running');
  const again = await client.post('/compute/instances', body, { ...headers, prefer: 'wait=25' });
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(replayed(again)).toBe('true');
  expect(await named('once')).toHaveLength(1);
});

it('of ten launches at once under one key, one makes a machine, and the others say so', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = await client.launchBody({ name: 'race' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.post('/compute/instances', body, headers)));
  const [machine] = await named('race');
  expect(await named('race')).toHaveLength(1);
  for (const { status, body, headers } of answers) {
    if (status === 201) expect(body.id).toBe(machine.id);
    else expect([status, headers.get('x-error-code')]).toEqual([409, 'idempotency_in_progress']);
    if (status === 409) expect(headers.get('retry-after')).toBe('1');
  }
  expect(answers.filter((one) => one.status === 201 && replayed(one) === null)).toHaveLength(1);
});

it('a key is one request, and one person', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const key = { name: 'vpc-one' };
  expect((await client.post('/compute/vpcs', key, headers)).status).toBe(201);
  const other = await client.post('/compute/vpcs', { name: 'vpc-two' }, headers);
  expect([other.status, other.headers.get('x-error-code')]).toEqual([422, 'idempotency_key_reused']);
  const stranger = await Client.register(platform.baseUrl);
  const theirs = await stranger.post('/compute/vpcs', key, headers);
  expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
});

it('a refusal is final under its key: what would be allowed later is refused again', async () => {
  const { id } = await client.launch({ name: 'final' });
  const headers = { 'idempotency-key': randomUUID() };
  const start = () => client.post(`/compute/instances/${id}/start`, undefined, headers);
  const refused = await start();
  expect([refused.status, refused.body.error]).toEqual([409, `instance ${id} is already running`]);
  await client.operate(id, 'stop');
  const again = await start();
  expect([again.status, again.text, replayed(again)]).toEqual([409, refused.text, 'true']);
});

it('a key is forgotten a day after its first request', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = await client.launchBody({ name: 'daily' });
  await client.post('/compute/instances', body, headers);
  await advance(platform.baseUrl, 86_400 - 60);
  client = await client.again();
  expect(replayed(await client.post('/compute/instances', body, headers))).toBe('true');
  await advance(platform.baseUrl, 61);
  const anew = await client.post('/compute/instances', body, headers);
  expect([anew.status, replayed(anew)]).toEqual([201, null]);
  expect(await named('daily')).toHaveLength(2);
});
