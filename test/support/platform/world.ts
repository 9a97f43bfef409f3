import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { RunningPlatform } from './platform.ts';

/** Every list of an account, by its path. */
const lists = [
  ...['instances', 'volumes', 'snapshots', 'vpcs', 'elastic-ips', 'ssh-keys', 'quotas'].map(
    (name) => `/compute/${name}`,
  ),
  ...['users', 'groups', 'policies'].map((name) => `/auth/iam/${name}`),
  ...['', '/transactions', '/invoices', '/budget', '/autopay'].map((name) => `/auth/billing${name}`),
  ...['/storage/buckets', '/auth/sessions', '/auth/webhooks', '/auth/audit-logs', '/auth/activity'],
];

/** Links that are signed anew each time, and moments at which something was looked at. */
const volatile = new Set(['document', 'measured_at']);

/** What a user sees, but for what differs each time. */
export async function view(client: Client): Promise<Record<string, unknown>> {
  const seen = await Promise.all(lists.map(async (path) => [path, demand(await client.get(path), 200).body]));
  return JSON.parse(JSON.stringify(Object.fromEntries(seen), (key, value) => (volatile.has(key) ? null : value)));
}

/** A key of object storage. */
export interface Key {
  access_key_id: string;
  secret_key: string;
}

/** An account with something of every kind. */
export interface World {
  readonly client: Client;
  readonly instance: string;
  /** For the bucket `photos`, with the objects `small` and `large`. */
  readonly key: Key;
  /** A top-up that is not paid. */
  readonly order: { readonly id: string; readonly gateway_order_id: string };
  /** A user whom this policy lets list instances. */
  readonly user: Client;
  readonly policy: string;
}

/** More than the object engine keeps in its index. */
export const large = 'x'.repeat(100_000);

/** A policy that allows one action. */
export const allowing = (action: string) => ({
  document: { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action: [action], Resource: ['*'] }] },
});

/** The objects of the bucket `photos`. */
export class Photos {
  readonly s3: S3Client;

  constructor({ s3Url }: Pick<RunningPlatform, 's3Url'>, { access_key_id, secret_key }: Key) {
    const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_key };
    this.s3 = new S3Client({ endpoint: s3Url, region: 'in-mum', forcePathStyle: true, maxAttempts: 1, credentials });
  }

  put(name: string, body: string): Promise<unknown> {
    return this.s3.send(new PutObjectCommand({ Bucket: 'photos', Key: name, Body: body }));
  }

  async read(name: string): Promise<string> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: 'photos', Key: name }));
    return (await Body?.transformToString()) ?? '';
  }
}

/** Makes an account with something of every kind, of which nothing is under way. */
export async function populated(platform: RunningPlatform): Promise<World> {
  const client = await Client.verified(platform.baseUrl);
  const made = async (path: string, body: object, status = 201) =>
    demand(await client.post(path, body, { prefer: 'wait=25' }), status).body;
  const { id: instance } = await client.launch({ name: 'web' });
  const volume = await made('/compute/volumes', { name: 'data', size_gib: 5, instance_id: instance });
  await eventually(async () => (await client.get(`/compute/volumes/${volume.id}`)).body.status === 'in-use');
  await made(`/compute/instances/${instance}/snapshots`, { name: 'before' });
  const { id: address } = await made('/compute/elastic-ips', {});
  await made(`/compute/elastic-ips/${address}/attach`, { instance_id: instance }, 200);
  await made('/storage/buckets', { name: 'photos' });
  const key = await made('/storage/buckets/photos/access-keys', { name: 'app', permission: 'readwrite' });
  const photos = new Photos(platform, key);
  await photos.put('small', 'as saved');
  await photos.put('large', large);
  const { id: policy } = await made('/auth/iam/policies', { name: 'reads', ...allowing('compute:ListInstances') });
  await made('/auth/iam/users', { username: 'dev', policy_ids: [policy] });
  const { access_key_id, secret_key } = await made('/auth/iam/users/dev/access-keys', {});
  const { access_token } = await made('/auth/iam/exchange-credentials', { access_key_id, secret_key }, 200);
  const order = await made('/auth/billing/topup', { amount_paise: 100_000 });
  return { client, instance, key, order, policy, user: new Client(platform.baseUrl, 'dev', access_token) };
}

/** Pays a top-up at the gateway, and has it credited. */
export async function payOrder({ client, order }: Pick<World, 'client' | 'order'>): Promise<{ invoice_id: string }> {
  const paid = `/dev/gateway/orders/${order.gateway_order_id}/pay`;
  const proof = demand(await ask(client.baseUrl, paid, { method: 'POST' }), 200).body;
  const body = { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature };
  return demand(await client.post(`/auth/billing/orders/${order.id}/verify`, body), 200).body;
}
