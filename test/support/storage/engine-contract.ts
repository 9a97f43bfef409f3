import { randomBytes } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BucketKey, ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** An engine that is checked against its contract. */
export interface EngineStage {
  engine: ObjectEngine;
  /** Makes a key that its clients can use. */
  grant(key: BucketKey): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>>;
  revoke(bucket: string, accessKeyId: string): Promise<void>;
  /** False for an engine that takes any signature and does not check a key's rights. */
  guarded: boolean;
  close(): Promise<void>;
}

/**
 * Declares tests for what every object engine promises to the control plane, through the interface and through real
 * clients.
 */
export function holdToContract(open: () => Promise<EngineStage>): void {
  let stage: EngineStage;
  let engine: ObjectEngine;
  const clients: S3Client[] = [];
  const made: string[] = [];

  beforeAll(async () => {
    stage = await open();
    ({ engine } = stage);
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    for (const name of made) {
      if (await engine.emptyBucket(name, 10_000)) await engine.deleteBucket(name);
    }
    await (stage as EngineStage | undefined)?.close();
  });

  const newBucket = async (settings = {}) => {
    const name = `contract-${randomBytes(6).toString('hex')}`;
    made.push(name);
    await engine.createBucket({ name, ...settings });
    return name;
  };
  const newKey = (bucket: string, more: Partial<BucketKey> = {}): BucketKey => ({
    bucket,
    accessKeyId: `SVCCONTRACT${randomBytes(8).toString('hex').toUpperCase().slice(0, 9)}`,
    secretKey: randomBytes(20).toString('hex'),
    permission: 'readwrite',
    prefix: null,
    active: true,
    ...more,
  });
  const clientOf = ({ accessKeyId, secretKey }: Pick<BucketKey, 'accessKeyId' | 'secretKey'>) => {
    const { url: endpoint, region } = engine.endpoint;
    const credentials = { accessKeyId, secretAccessKey: secretKey };
    const whenRequired = 'WHEN_REQUIRED' as const;
    const checksums = { requestChecksumCalculation: whenRequired, responseChecksumValidation: whenRequired };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1, ...checksums });
    clients.push(client);
    return client;
  };
  const code = (sent: Promise<unknown>): Promise<string> =>
    sent.then(
      () => 'done',
      ({ name }: Error) => name,
    );

  it('makes a bucket once, and removes it when it is empty, as often as it is told to', async () => {
    const name = await newBucket();
    await expect(engine.createBucket({ name })).rejects.toMatchObject({ code: 'bucket_exists' });
    const client = clientOf(await stage.grant(newKey(name)));
    await client.send(new PutObjectCommand({ Bucket: name, Key: 'a', Body: 'a' }));
    await expect(engine.deleteBucket(name)).rejects.toMatchObject({ code: 'bucket_not_empty' });
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: 'a' }));
    await engine.deleteBucket(name);
    await engine.deleteBucket(name);
    await expect(engine.configureBucket(name, { tags: { a: 'b' } })).rejects.toMatchObject({ code: 'no_such_bucket' });
  });

  it('lists by prefix, delimiter and cursor, whatever keys are called', async () => {
    const name = await newBucket();
    const client = clientOf(await stage.grant(newKey(name)));
    const keys = ['a/1', 'a/2', 'b', 'ä +%20&<>"', 'z'];
    const begun = Math.floor(Date.now() / 1000) * 1000;
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: name, Key, Body: Key }));
    const all: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await engine.listObjects(name, { limit: 2, ...(cursor && { cursor }) });
      all.push(...page.objects.map(({ key }) => key));
      cursor = page.nextCursor;
    } while (cursor);
    expect(all).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const folded = await engine.listObjects(name, { delimiter: '/' });
    expect(folded.commonPrefixes).toEqual(['a/']);
    const [one] = (await engine.listObjects(name, { prefix: 'a/1' })).objects;
    expect(one).toMatchObject({ key: 'a/1', size: 3, etag: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(Number(one?.lastModified)).toBeGreaterThanOrEqual(begun);
    expect(Number(one?.lastModified)).toBeLessThanOrEqual(Date.now());
  });

  it('counts what a bucket holds', async () => {
    const name = await newBucket();
    const client = clientOf(await stage.grant(newKey(name)));
    for (const Key of ['a', 'b']) await client.send(new PutObjectCommand({ Bucket: name, Key, Body: 'x'.repeat(100) }));
    await eventually(async () => {
      const { objects, sizeBytes } = await engine.usage(name);
      return objects === 2 && sizeBytes === 200;
    });
  });

  it('empties versions, markers and uploads, and may be told to again', async () => {
    const name = await newBucket({ versioning: 'enabled' });
    const client = clientOf(await stage.grant(newKey(name)));
    for (const Body of ['1', '2']) await client.send(new PutObjectCommand({ Bucket: name, Key: 'k', Body }));
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: 'k' }));
    await client.send(new CreateMultipartUploadCommand({ Bucket: name, Key: 'u' }));
    expect(await engine.emptyBucket(name, 20_000)).toBe(true);
    expect(await engine.emptyBucket(name, 20_000)).toBe(true);
    await engine.deleteBucket(name);
  });

  it('takes CORS, lifecycle and tags, and takes them away', async () => {
    const cors = [{ allowedOrigins: ['*'], allowedMethods: ['GET'], allowedHeaders: [], exposeHeaders: [] }];
    const lifecycle = [{ id: 'old', enabled: true, prefix: 'tmp/', expireDays: 1 }];
    const name = await newBucket({ cors, lifecycle, tags: { team: 'a&b' } });
    await engine.configureBucket(name, { cors: [], lifecycle: [], tags: {} });
  });

  it('opens a public bucket to anyone who reads objects, and closes it', async () => {
    const name = await newBucket({ acl: 'public-read' });
    const client = clientOf(await stage.grant(newKey(name)));
    await client.send(new PutObjectCommand({ Bucket: name, Key: 'a', Body: 'open' }));
    const url = `${engine.endpoint.url}/${name}/a`;
    expect(await (await fetch(url)).text()).toBe('open');
    if (!stage.guarded) return;
    expect((await fetch(`${engine.endpoint.url}/${name}`)).status).toBe(403);
    await engine.configureBucket(name, { acl: 'private' });
    expect((await fetch(url)).status).toBe(403);
  });

  it('a key does what it may, in its bucket, below its prefix, until it ends', async () => {
    const [name, other] = [await newBucket(), await newBucket()];
    const key = newKey(name);
    const held = await stage.grant(key);
    const client = clientOf(held);
    const put = (Bucket = name, Key = 'in/a') => code(client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })));
    const get = (Key = 'in/a') => code(client.send(new GetObjectCommand({ Bucket: name, Key })));
    const list = (Prefix = '') => code(client.send(new ListObjectsV2Command({ Bucket: name, Prefix })));
    expect([await put(), await get(), await list()]).toEqual(['done', 'done', 'done']);
    if (!stage.guarded) return;
    expect(await put(other)).toBe('AccessDenied');
    const change = (more: Partial<BucketKey>) => stage.grant({ ...key, ...held, ...more });
    await change({ permission: 'read' });
    expect([await put(), await get(), await list()]).toEqual(['AccessDenied', 'done', 'done']);
    await change({ permission: 'write' });
    expect([await put(), await get(), await list()]).toEqual(['done', 'AccessDenied', 'AccessDenied']);
    await change({ prefix: 'in/' });
    expect([await put(), await put(name, 'out/a'), await get(), await list('in/')]).toEqual([
      'done',
      'AccessDenied',
      'done',
      'done',
    ]);
    expect(await list()).toBe('AccessDenied');
    const CORSConfiguration = { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] };
    expect(await code(client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration })))).toBe('AccessDenied');
    expect(await code(client.send(new GetBucketCorsCommand({ Bucket: name })))).toBe('AccessDenied');
    await change({ active: false });
    expect(await get()).not.toBe('done');
    await change({ active: true });
    expect(await get()).toBe('done');
    await stage.revoke(name, held.accessKeyId);
    await stage.revoke(name, held.accessKeyId);
    expect(await get()).toBe('InvalidAccessKeyId');
  });

  it('holds a quota, where it can', async () => {
    const name = await newBucket();
    const quota = { maxSizeBytes: null, maxObjects: 1 };
    if (!engine.capabilities.quota) return;
    await engine.configureBucket(name, { quota });
    const client = clientOf(await stage.grant(newKey(name)));
    const put = (Key: string) => code(client.send(new PutObjectCommand({ Bucket: name, Key, Body: 'x' })));
    expect([await put('a'), await put('b')]).toEqual(['done', 'QuotaExceeded']);
    await engine.configureBucket(name, { quota: null });
    expect(await put('b')).toBe('done');
  });
}
