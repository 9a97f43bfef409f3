import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChecksumAlgorithm,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { type BucketStage, installed, openBucketStage } from '#test/support/clients/bucket-clients.ts';
import { rcloneWork, s3cmdWork } from '#test/support/clients/bucket-tools.ts';
import { boto3Work, sdkWork } from '#test/support/clients/bucket-work.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Buckets whose creation the kill falls into. */
const hurried = Array.from({ length: 8 }, (_, i) => `hurried-${i}`);

/** A creation that is whole, or that left nothing in the way of another. */
const isWhole = ([status, state]: [number, string]) =>
  (status === 200 && state === 'active') || (status === 201 && state === 'made anew');

const env = { SVC_COMPUTE: 'simulated' };
let dataDir: string;
let platform: RunningPlatform;
let client: Client;
let kept: NewBucketKey;
let s3: S3Client;
let film: string;
const filmParts = [randomBytes(5 * 1024 * 1024), randomBytes(5 * 1024 * 1024), randomBytes(1000)];

const clientOf = ({ access_key_id, secret_key }: NewBucketKey) =>
  new S3Client({
    endpoint: platform.s3Url,
    region: 'in-mum',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_key },
  });

const bucket = '/storage/buckets/photos';
const key = async (body: object): Promise<NewBucketKey> =>
  demand(await client.post(`${bucket}/access-keys`, { name: 'app', permission: 'readwrite', ...body }), 201).body;
const put = (by: S3Client, Key: string, Body: string | Buffer = 'x') =>
  by.send(new PutObjectCommand({ Bucket: 'photos', Key, Body }));
const read = async (by: S3Client, Key: string): Promise<string> =>
  (await by.send(new GetObjectCommand({ Bucket: 'photos', Key }))).Body?.transformToString() ?? '';
const refused = (work: Promise<unknown>, name: string) => expect(work).rejects.toMatchObject({ name });

/** Begins an upload, sends its first part and the half of its second, and goes on sending that. */
async function halfUploaded(): Promise<string> {
  demand(await client.post('/storage/buckets', { name: 'films' }), 201);
  const upload = await client.post('/storage/buckets/films/multipart-uploads', { key: 'film', parts: 3 });
  const { upload_id, urls } = demand(upload, 201).body;
  expect((await fetch(urls[0].url, { method: 'PUT', body: filmParts[0]! })).status).toBe(200);
  const half = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(filmParts[1]!.subarray(0, 2_000_000)),
    pull: () => half.resolve(),
  });
  fetch(urls[1].url, { method: 'PUT', body, duplex: 'half' } as RequestInit).catch(() => undefined);
  await half.promise;
  return upload_id;
}

/** Starts it, has it killed in the middle of creations and of an upload, and starts it again on the same folder. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-storage-'));
  platform = await startPlatform({ env, dataDir });
  client = await Client.register(platform.baseUrl);
  demand(await client.post('/storage/buckets', { name: 'photos' }), 201);
  kept = await key({});
  await put(clientOf(kept), 'before', 'still here');
  film = await halfUploaded();
  const creations = hurried.map((name) => client.post('/storage/buckets', { name }).catch(() => undefined));
  await Promise.race(creations);
  await platform.kill();
  await Promise.all(creations);
  platform = await startPlatform({ env, dataDir });
  client = await client.again(platform.baseUrl);
  s3 = clientOf(kept);
});
afterAll(async () => {
  await platform?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('keeps buckets, keys and objects over a kill', async () => {
  expect(await read(s3, 'before')).toBe('still here');
  expect(demand(await client.get(bucket), 200).body).toMatchObject({ status: 'active', usage: { objects: 1 } });
  const { s3_url } = demand(await client.get('/healthz'), 200).body;
  expect(s3_url).toBe(platform.s3Url);
});

it('goes on with an upload in parts that the kill interrupted', async () => {
  const upload = `/storage/buckets/films/multipart-uploads/${film}`;
  const shown = async () => demand(await client.get(`${upload}?key=film`), 200).body;
  const { parts, urls } = await shown();
  const numbers = (list: { part_number: number }[]) => list.map(({ part_number }) => part_number);
  expect([numbers(parts), numbers(urls)]).toEqual([[1], [2, 3]]);
  for (const { part_number, url } of urls) {
    expect((await fetch(url, { method: 'PUT', body: filmParts[part_number - 1]! })).status).toBe(200);
  }
  const named = (await shown()).parts.map(({ part_number, etag }: Record<string, unknown>) => ({ part_number, etag }));
  demand(await client.post(`${upload}/complete`, { key: 'film', parts: named }), 200);
  const link = await client.post('/storage/buckets/films/presigned-urls', { operation: 'get', key: 'film' });
  const reply = await fetch(demand(link, 201).body.url);
  expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.concat(filmParts))).toBe(true);
  demand(await client.remove('/storage/buckets/films?force=true'), 200);
});

it('holds keys to their permission and prefix, and ends them at the next request', async () => {
  const [reader, writer, inner] = await Promise.all([
    key({ permission: 'read' }),
    key({ permission: 'write' }),
    key({ prefix: 'in/' }),
  ]);
  const [byReader, byWriter, byInner] = [reader, writer, inner].map(clientOf) as [S3Client, S3Client, S3Client];
  await put(byWriter, 'in/a', 'a');
  expect([await read(byReader, 'in/a'), await read(byInner, 'in/a')]).toEqual(['a', 'a']);
  await refused(put(byReader, 'in/a'), 'AccessDenied');
  await refused(read(byWriter, 'in/a'), 'AccessDenied');
  await refused(byWriter.send(new ListObjectsV2Command({ Bucket: 'photos' })), 'AccessDenied');
  await refused(put(byInner, 'out/a'), 'AccessDenied');
  const path = `${bucket}/access-keys/${reader.access_key_id}`;
  demand(await client.ask(path, { method: 'PATCH', body: { status: 'inactive' } }), 200);
  await refused(read(byReader, 'in/a'), 'InvalidAccessKeyId');
  const turned = demand(await client.post(`${bucket}/access-keys/${inner.access_key_id}/rotate`, {}), 201).body;
  await refused(read(byInner, 'in/a'), 'InvalidAccessKeyId');
  expect(await read(clientOf(turned), 'in/a')).toBe('a');
  demand(await client.remove(`${bucket}/access-keys/${writer.access_key_id}`), 200);
  await refused(put(byWriter, 'in/a'), 'InvalidAccessKeyId');
});

it('signs URLs and forms that work without a key, and outlive their maker’s', async () => {
  const sign = async (body: object) => demand(await client.post(`${bucket}/presigned-urls`, body), 201).body;
  const Key = 'a b/ü+&?#.txt';
  const up = await sign({ operation: 'put', key: Key, content_type: 'text/plain', content_length: 5 });
  expect((await fetch(up.url, { method: 'PUT', headers: up.headers, body: 'hello' })).status).toBe(200);
  const text = { 'content-type': 'text/plain' };
  expect((await fetch(up.url, { method: 'PUT', headers: text, body: 'longer' })).status).toBe(403);
  const attachment = { response_content_disposition: 'attachment; filename="a.txt"' };
  const down = await sign({ operation: 'get', key: Key, ...attachment });
  const reply = await fetch(down.url);
  expect([reply.headers.get('content-disposition'), await reply.text()]).toEqual([
    attachment.response_content_disposition,
    'hello',
  ]);
  const form = { key_prefix: 'up/', content_length_range: [1, 10], success_action_status: 201 };
  const { url, fields } = demand(await client.post(`${bucket}/presigned-posts`, form), 201).body;
  const post = async (text: string) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields as Record<string, string>)) data.append(name, value);
    data.append('file', new Blob([text]), 'x.txt');
    return (await fetch(url, { method: 'POST', body: data })).status;
  };
  expect([await post('hey'), await post('far too long'), await read(s3, 'up/x.txt')]).toEqual([201, 400, 'hey']);
  demand(await client.remove(`${bucket}/access-keys/${kept.access_key_id}`), 200);
  await refused(read(s3, Key), 'InvalidAccessKeyId');
  expect(await (await fetch(down.url)).text()).toBe('hello');
});

describe('over plain http, with keys of the API', () => {
  let stage: BucketStage;
  beforeAll(async () => {
    stage = await openBucketStage(client, 'journey');
  });
  afterAll(() => stage?.close());

  it('the AWS SDK for JavaScript does its work', () => sdkWork(stage, ChecksumAlgorithm.SHA256));

  it('boto3 (skipped where it is not installed) does its work', ({ skip }) => boto3Work(stage, skip));

  it.skipIf(!installed('rclone'))('rclone (skipped where it is not installed) copies, checks, syncs and purges', () =>
    rcloneWork(stage),
  );

  it.skipIf(!installed('s3cmd'))(
    's3cmd (skipped where it is not installed) puts in parts, gets, syncs and deletes',
    () => s3cmdWork(stage),
  );
});

it('measures what is stored, and keeps to quotas and lifecycles', async () => {
  const own = clientOf(await key({}));
  await put(own, 'large', randomBytes(6 * 1024 * 1024));
  const settings = { quota: { max_size_bytes: 7_000_000 }, versioning: 'enabled' };
  demand(await client.ask(bucket, { method: 'PATCH', body: settings }), 200);
  await refused(put(own, 'big', randomBytes(1_000_000)), 'QuotaExceeded');
  await put(own, 'before', 'second version');
  await own.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'before' }));
  const rules = [{ id: 'tmp', enabled: true, prefix: 'in/', expire_days: 1 }];
  demand(await client.ask(`${bucket}/lifecycle`, { method: 'PUT', body: { rules } }), 200);
  await advance(platform.baseUrl, 86_400 + 3600);
  client = await client.again();
  await refused(read(clientOf(await key({})), 'in/a'), 'NoSuchKey');
  const { series, requests } = demand(await client.get(`${bucket}/usage`), 200).body;
  const measured = series.filter((hour: { stored_bytes: number | null }) => (hour.stored_bytes ?? 0) > 6_000_000);
  expect(measured.length).toBeGreaterThan(20);
  expect(requests).toHaveProperty('get');
  const usage = demand(await client.get('/storage/usage'), 200).body;
  expect(usage.buckets).toContainEqual(expect.objectContaining({ name: 'photos' }));
  // 6 MiB for a day: a thirtieth of a paisa.
  expect(usage.price_estimate_paise).toBe(0);
});

it('is emptied and deleted by force, versions and all', async () => {
  const own = clientOf(await key({}));
  expect((await client.remove(bucket)).status).toBe(409);
  expect(demand(await client.remove(`${bucket}?force=true`), 200).body.status).toBe('deleting');
  await expect(put(own, 'late')).rejects.toMatchObject({
    name: expect.stringMatching(/^(NoSuchBucket|InvalidAccessKeyId)$/),
  });
  await eventually(async () => (await client.get(bucket)).status === 404);
  demand(await client.post('/storage/buckets', { name: 'photos' }), 201);
  demand(await client.remove(bucket), 200);
});

it('has of every creation that the kill fell into the whole or nothing', async () => {
  // The schedule finishes what is half a minute old by the real clock.
  const asked = async (name: string): Promise<[number, string]> => {
    await advance(platform.baseUrl, 120);
    client = await client.again();
    const { status, body } = await client.get(`/storage/buckets/${name}`);
    if (status !== 404) return [status, body.status];
    return [(await client.post('/storage/buckets', { name })).status, 'made anew'];
  };
  for (const name of hurried) {
    await expect.poll(() => asked(name), { interval: 2000 }).toSatisfy(isWhole);
    demand(await client.remove(`/storage/buckets/${name}`), 200);
  }
});
