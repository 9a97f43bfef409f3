import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FaultOutcome } from '#lib/model/platform/faults.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { setFaults } from '#test/support/platform/dev-faults.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Scene } from './scene.ts';

const mailsTo = async (scene: Scene, address: string): Promise<number> =>
  (await scene.get(`/dev/outbox?to=${encodeURIComponent(address)}`)).messages.length;

/** Whether a mail that met the fault once is dropped, or sent later: as late as one that was not refused for good. */
export async function mail(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const { baseUrl } = scene.platform;
  const [address, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const where = 'mail' as const;
  await setFaults(
    baseUrl,
    { where, outcome, match: { id: address }, times: 1 },
    { where, outcome: 'error', match: { id: other }, times: 1 },
  );
  await Client.register(baseUrl, address);
  await eventually(async () => (await scene.struck()) === 1);
  await Client.register(baseUrl, other);
  await eventually(async () => (await mailsTo(scene, other)) === 1);
  return [(await mailsTo(scene, address)) === 0 ? 'dropped' : 'sent later'];
}

const received: Partial<Record<FaultOutcome, number>> = { lost_reply: 1, slow: 1 };

/** Why the delivery of a test event fails. */
export async function webhook(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const there = await receiver();
  try {
    const { id } = await scene.post('/auth/webhooks', { url: there.url, event_types: ['webhook.deleted'] });
    await scene.set('webhook', outcome, { match: { name: 'webhook.test' }, after_seconds: outcome === 'slow' ? 6 : 0 });
    const delivery = await scene.post(`/auth/webhooks/${id}/test`, {});
    if (there.received.length !== (received[outcome] ?? 0)) throw new Error(`${there.received.length} events came`);
    return [delivery.error];
  } finally {
    await there.close();
  }
}

/** What a client of the S3 endpoint sees when it puts an object: status and code, or why the connection broke. */
export async function s3(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const bucket = `bucket-${randomUUID()}`;
  await scene.post('/storage/buckets', { name: bucket });
  const sign = (operation: string) =>
    scene.post(`/storage/buckets/${bucket}/presigned-urls`, { operation, key: 'a/b.txt' });
  const { url } = await sign('put');
  await scene.set('s3', outcome, { match: { name: bucket, id: 'a/b.txt' } });
  const seen = await put(url);
  await scene.end();
  const isThere = (await fetch((await sign('get')).url)).status === 200;
  if (isThere !== (outcome === 'lost_reply' || outcome === 'slow')) throw new Error(`the object is there: ${isThere}`);
  return [seen];
}

function put(url: string): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'PUT', agent: false });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    sent.on('response', async (reply) => {
      const [, code] = /<Code>(\w+)</.exec(await text(reply)) ?? [];
      resolve([reply.statusCode, code].filter(Boolean).join(' '));
    });
    sent.end('hello');
  });
}

/** The refusal of a creation whose transactions fail; afterwards its repetition is done, once. */
export async function table(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const { account_id } = await scene.get('/auth/me');
  const [name, key] = [scene.name(), randomUUID()];
  await scene.set('table', outcome, { match: { name: 'TransactWriteItems', id: account_id } });
  const create = () => scene.ask('/compute/vpcs', { name }, { 'idempotency-key': key });
  const refused = await create();
  await scene.end();
  const again = demand(await eventually(async () => ((await create()).status === 201 ? create() : undefined)), 201);
  const { vpcs } = await scene.get(`/compute/vpcs?name=${name}`);
  if (vpcs.length !== 1) throw new Error(`${vpcs.length} were made`);
  if (again.headers.get('idempotent-replayed') !== 'true') throw new Error('the repetition was no replay');
  demand(await scene.client.remove(`/compute/vpcs/${again.body.id}`), 200);
  return [`${refused.status} ${refused.headers.get('x-error-code')}`];
}

/** What the order that is kept in an index shows of a network, which the usual order shows at once. */
export async function lag(scene: Scene): Promise<string[]> {
  const name = scene.name();
  const listed = async (sort: string) => (await scene.get(`/compute/vpcs?name=${name}&sort=${sort}`)).vpcs.length === 1;
  await scene.set('table', 'lag', { after_seconds: 30 });
  const { id } = await scene.post('/compute/vpcs', { name });
  if (!(await listed('created_at'))) throw new Error('the table is late, too');
  if (await listed('name')) throw new Error('the index is not late');
  await scene.post('/dev/clock', { advance_seconds: 60 }, 200);
  if (!(await listed('name'))) throw new Error('the index is later than it was asked to be');
  await scene.post('/compute/vpcs', { name: scene.name() });
  await scene.end();
  demand(await scene.client.remove(`/compute/vpcs/${id}`), 200);
  return ['listed later'];
}

/** The first answer of a function, which is held up until the fault ends, while other functions answer. */
export async function firstCall(scene: Scene): Promise<string[]> {
  await scene.set('function', 'slow', { after_seconds: 30, match: { name: 'listVpcs' } });
  const held = scene.client.get('/compute/vpcs');
  await eventually(async () => (await scene.struck()) === 1);
  // Neither another function nor a second call is held up.
  await scene.get('/auth/me');
  await scene.get('/compute/vpcs');
  if ((await scene.struck()) !== 1) throw new Error(`${await scene.struck()} calls were held up`);
  await scene.end();
  return [String((await held).status)];
}

/** The refusal of one of many creations in one account, whose key has one unit a second. */
export async function capped(scene: Scene): Promise<string[]> {
  await scene.set('table', 'capped', { write_units: 1 });
  const create = () => scene.ask('/compute/vpcs', { name: scene.name() });
  const refused = await eventually(async () =>
    (await Promise.all(Array.from({ length: 10 }, create))).find(({ status }) => status !== 201),
  );
  if ((await scene.struck()) === 0) throw new Error('no call was refused');
  await scene.end();
  demand(await create(), 201);
  return [`${refused.status} ${refused.headers.get('x-error-code')}`];
}
