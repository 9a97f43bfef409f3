import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import {
  ChecksumAlgorithm,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Client } from 'minio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BucketStage, openBucketStage } from '#test/support/bucket-clients.ts';

const MIB = 1024 * 1024;
const Bucket = 'journey';
let stage: BucketStage;

beforeAll(async () => {
  stage = await openBucketStage(Bucket);
});
afterAll(() => stage.close());

const endpointOf = (scheme: 'http' | 'https'): string =>
  scheme === 'http' ? stage.engine.endpoint : (stage.engine.secureEndpoint ?? '');

describe.each(['http', 'https'] as const)('the AWS SDK for JavaScript over %s', (scheme) => {
  let client: S3Client;

  beforeAll(() => {
    client = new S3Client({
      endpoint: endpointOf(scheme),
      region: stage.region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: stage,
      ...(scheme === 'https' && { requestHandler: { httpsAgent: new Agent({ ca: stage.ca }) } }),
    });
  });
  afterAll(() => client.destroy());

  it('writes buffers and streams with its default checksums, and reads them back checked', async () => {
    const bytes = randomBytes(300_000);
    const stream = Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]);
    const Key = `sdk/${scheme}/`;
    await client.send(new PutObjectCommand({ Bucket, Key: `${Key}buffer`, Body: bytes }));
    await client.send(new PutObjectCommand({ Bucket, Key: `${Key}stream`, Body: stream, ContentLength: bytes.length }));
    for (const name of ['buffer', 'stream']) {
      const got = await client.send(new GetObjectCommand({ Bucket, Key: Key + name, ChecksumMode: 'ENABLED' }));
      expect(got.ChecksumCRC32).toMatch(/^[A-Za-z0-9+/]{6}==$/);
      expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    }
  });

  it('uploads a stream in parts with lib-storage', async () => {
    const pieces = Array.from({ length: 6 }, () => randomBytes(MIB));
    const Key = `sdk/${scheme}/parts`;
    const algorithm = scheme === 'http' ? ChecksumAlgorithm.SHA256 : ChecksumAlgorithm.CRC64NVME;
    const params = { Bucket, Key, Body: Readable.from(pieces), ChecksumAlgorithm: algorithm };
    await new Upload({ client, params }).done();
    const got = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('copies, lists and deletes', async () => {
    const [Key, copied] = [`sdk/${scheme}/ä b+c%20`, `sdk/${scheme}/copied`];
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Metadata: { colour: 'red' } }));
    const CopySource = `${Bucket}/${encodeURIComponent(Key)}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: copied, CopySource }));
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key: copied }));
    expect(Metadata).toEqual({ colour: 'red' });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `sdk/${scheme}/` }));
    expect(Contents.map((each) => each.Key)).toContain(Key);
    const Objects = Contents.map((each) => ({ Key: each.Key }));
    const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Errors).toBeUndefined();
    const left = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `sdk/${scheme}/` }));
    expect(left.KeyCount).toBe(0);
  });
});

it('minio-js stores in parts, reads, lists, copies, signs links and removes', async () => {
  const minio = new Client({
    endPoint: '127.0.0.1',
    port: Number(new URL(stage.engine.endpoint).port),
    useSSL: false,
    accessKey: stage.accessKeyId,
    secretKey: stage.secretAccessKey,
    region: stage.region,
    partSize: 5 * MIB,
  });
  const bytes = randomBytes(12 * MIB);
  await minio.putObject(Bucket, 'minio/large', Readable.from([bytes]), bytes.length, { 'X-Amz-Meta-Colour': 'red' });
  await minio.putObject(Bucket, 'minio/small', 'small');
  expect((await buffer(await minio.getObject(Bucket, 'minio/large'))).equals(bytes)).toBe(true);
  expect(await text(await minio.getPartialObject(Bucket, 'minio/small', 1, 3))).toBe('mal');
  expect((await minio.statObject(Bucket, 'minio/large')).metaData).toMatchObject({ colour: 'red' });
  const names = (await minio.listObjectsV2(Bucket, 'minio/', true).toArray()).map(({ name }) => name);
  expect(names).toEqual(['minio/large', 'minio/small']);
  const link = await minio.presignedGetObject(Bucket, 'minio/small', 60);
  expect(await (await fetch(link)).text()).toBe('small');
  const put = await minio.presignedPutObject(Bucket, 'minio/put', 60);
  expect((await fetch(put, { method: 'PUT', body: 'put' })).status).toBe(200);
  await minio.removeObjects(Bucket, ['minio/large', 'minio/small', 'minio/put']);
  expect(await minio.listObjectsV2(Bucket, 'minio/', true).toArray()).toEqual([]);
});
