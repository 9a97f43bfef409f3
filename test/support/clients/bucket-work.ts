import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ChecksumAlgorithm,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { expect } from 'vitest';
import { type BucketStage, installed } from './bucket-clients.ts';

const MIB = 1024 * 1024;

/** Typical work with the AWS SDK for JavaScript, until its key is revoked. Leaves nothing below `sdk/`. */
export async function sdkWork(stage: BucketStage, algorithm: ChecksumAlgorithm): Promise<void> {
  const { bucket: Bucket } = stage;
  const key = await stage.key();
  const client = stage.sdk(key);
  const read = async (Key: string) => {
    const got = await client.send(new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
    return { ...got, bytes: Buffer.from((await got.Body?.transformToByteArray()) ?? []) };
  };
  const bytes = randomBytes(300_000);
  const stream = Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]);
  await client.send(new PutObjectCommand({ Bucket, Key: 'sdk/buffer', Body: bytes }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'sdk/stream', Body: stream, ContentLength: bytes.length }));
  for (const name of ['sdk/buffer', 'sdk/stream']) {
    const got = await read(name);
    expect(got.ChecksumCRC32, `the default checksum of ${name}`).toMatch(/^[A-Za-z0-9+/]{6}==$/);
    expect(got.bytes.equals(bytes), `${name}, ${got.bytes.length} bytes, is what was sent`).toBe(true);
  }

  const pieces = Array.from({ length: 6 }, () => randomBytes(MIB));
  const params = { Bucket, Key: 'sdk/parts', Body: Readable.from(pieces), ChecksumAlgorithm: algorithm };
  await new Upload({ client, params }).done();
  const parts = await read('sdk/parts');
  expect(parts.bytes.equals(Buffer.concat(pieces)), `${parts.bytes.length} bytes in parts are what was sent`).toBe(
    true,
  );

  const Key = 'sdk/ä b+c%20';
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Metadata: { colour: 'red' } }));
  const CopySource = `${Bucket}/${encodeURIComponent(Key)}`;
  await client.send(new CopyObjectCommand({ Bucket, Key: 'sdk/copied', CopySource }));
  const { Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key: 'sdk/copied' }));
  expect(Metadata).toEqual({ colour: 'red' });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'sdk/' }));
  expect(Contents.map((each) => each.Key)).toEqual(['sdk/buffer', 'sdk/copied', 'sdk/parts', 'sdk/stream', Key]);
  const Objects = Contents.map((each) => ({ Key: each.Key }));
  const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Errors).toBeUndefined();
  const list = () => client.send(new ListObjectsV2Command({ Bucket, Prefix: 'sdk/' }));
  expect((await list()).KeyCount).toBe(0);

  await key.revoke();
  await expect(list()).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  client.destroy();
}

const boto3 = fileURLToPath(new URL('./boto3-work.py', import.meta.url));

/** Typical work with boto3, until its key is revoked. Skips when boto3 is not installed. */
export async function boto3Work(stage: BucketStage, skip: (condition: boolean) => void): Promise<void> {
  skip(!installed('python3'));
  const { endpoint, bucket, caFile, owner } = stage;
  const key = await stage.key();
  const api = `${owner.baseUrl}/storage/buckets/${bucket}/access-keys/${key.accessKeyId}`;
  const args = [boto3, endpoint, caFile ?? '', bucket, api];
  const said = await stage.shell('python3', args, { key, env: { TOKEN: owner.token } });
  skip(said === 'boto3 is not installed\n');
  expect(said).toBe('done\n');
}
