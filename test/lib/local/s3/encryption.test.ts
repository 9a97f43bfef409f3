import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketEncryptionCommand,
  GetBucketEncryptionCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketEncryptionCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyBox } from '#lib/local/s3/store/encryption.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

/** Seals by a context that must be the same again; what is sealed is not secret here. */
const box: KeyBox = {
  seal: async (text, context) => `${context}|${Buffer.from(text).toString('hex')}`,
  open: async (sealed, context) => {
    const [own, hex = ''] = sealed.split('|');
    if (own !== context) throw new Error(`sealed for ${own}`);
    return Buffer.from(hex, 'hex').toString();
  },
};

let stage: TestEngine;
let client: S3Client;
beforeAll(async () => {
  stage = await testEngine({ box });
  client = stage.client();
  for (const Bucket of ['plain', 'sealed']) await client.send(new CreateBucketCommand({ Bucket }));
  const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const } }];
  const ServerSideEncryptionConfiguration = { Rules };
  await client.send(new PutBucketEncryptionCommand({ Bucket: 'sealed', ServerSideEncryptionConfiguration }));
});
afterAll(() => stage?.close());

const asks = { ServerSideEncryption: 'AES256' } as const;
const kind = async (Bucket: string, Key: string) =>
  (await client.send(new HeadObjectCommand({ Bucket, Key }))).ServerSideEncryption;
async function bytesOf(Bucket: string, Key: string, Range?: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/** All files of the engine's folder, below one another. */
const files = () =>
  readdirSync(stage.dir, { recursive: true, withFileTypes: true }).flatMap((file) =>
    file.isFile() ? join(file.parentPath, file.name) : [],
  );
const isOnDisk = (bytes: Buffer) => files().some((file) => readFileSync(file).includes(bytes));

test.each([0, 1, 16_384, 16_385, 65_535, 65_536, 65_537, 131_072, 200_000, 1_500_000])(
  'an object of %i bytes is what was written, whole and in every range around its segments, and not on the disk',
  async (size) => {
    const body = randomBytes(size);
    const Key = `size-${size}`;
    const put = await client.send(new PutObjectCommand({ Bucket: 'plain', Key, Body: body, ...asks }));
    expect(put.ServerSideEncryption).toBe('AES256');
    expect(await kind('plain', Key)).toBe('AES256');
    expect((await bytesOf('plain', Key)).equals(body)).toBe(true);
    const edges = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, size - 1].filter((at) => at >= 0 && at < size);
    for (const from of edges)
      for (const to of edges.filter((at) => at >= from)) {
        const part = await bytesOf('plain', Key, `bytes=${from}-${to}`);
        expect(part.equals(body.subarray(from, to + 1)), `${from}-${to}`).toBe(true);
      }
    if (size >= 16) expect(isOnDisk(body.subarray(0, 4096))).toBe(false);
  },
);

test('what does not ask for it stays as it is', async () => {
  const body = randomBytes(70_000);
  await client.send(new PutObjectCommand({ Bucket: 'plain', Key: 'open', Body: body }));
  expect(await kind('plain', 'open')).toBeUndefined();
  expect(isOnDisk(body.subarray(0, 4096))).toBe(true);
});

test('a bucket encrypts by default what does not say so, shows that, and ends it', async () => {
  const { ServerSideEncryptionConfiguration } = await client.send(new GetBucketEncryptionCommand({ Bucket: 'sealed' }));
  expect(ServerSideEncryptionConfiguration?.Rules).toEqual([
    { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false },
  ]);
  await client.send(new PutObjectCommand({ Bucket: 'sealed', Key: 'a', Body: 'by default' }));
  expect(await kind('sealed', 'a')).toBe('AES256');
  await client.send(new CreateBucketCommand({ Bucket: 'brief' }));
  const missing = { name: 'ServerSideEncryptionConfigurationNotFoundError', status: 404 };
  expect(await refusal(client.send(new GetBucketEncryptionCommand({ Bucket: 'brief' })))).toEqual(missing);
  const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const }, BucketKeyEnabled: true }];
  const wanted = { Bucket: 'brief', ServerSideEncryptionConfiguration: { Rules } };
  await client.send(new PutBucketEncryptionCommand(wanted));
  const shown = await client.send(new GetBucketEncryptionCommand({ Bucket: 'brief' }));
  expect(shown.ServerSideEncryptionConfiguration?.Rules).toEqual(Rules);
  await client.send(new DeleteBucketEncryptionCommand({ Bucket: 'brief' }));
  expect(await refusal(client.send(new GetBucketEncryptionCommand({ Bucket: 'brief' })))).toEqual(missing);
  await client.send(new PutObjectCommand({ Bucket: 'brief', Key: 'a', Body: 'open' }));
  expect(await kind('brief', 'a')).toBeUndefined();
});

test('the parts of an upload are encrypted as it asks, copied ones too, and read across their borders', async () => {
  const at = { Bucket: 'plain', Key: 'parts' };
  const source = randomBytes(300_000);
  await client.send(new PutObjectCommand({ Bucket: 'plain', Key: 'source', Body: source }));
  const begun = await client.send(new CreateMultipartUploadCommand({ ...at, ...asks }));
  expect(begun.ServerSideEncryption).toBe('AES256');
  const { UploadId } = begun;
  const first = randomBytes(5 * 1024 * 1024 + 7);
  const one = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: first }));
  const copy = { CopySource: 'plain/source', CopySourceRange: 'bytes=1-250000' };
  const two = await client.send(new UploadPartCopyCommand({ ...at, UploadId, PartNumber: 2, ...copy }));
  expect([one.ServerSideEncryption, two.ServerSideEncryption]).toEqual(['AES256', 'AES256']);
  const Parts = [
    { PartNumber: 1, ETag: one.ETag },
    { PartNumber: 2, ETag: two.CopyPartResult?.ETag },
  ];
  const done = await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
  expect([done.ServerSideEncryption, await kind('plain', 'parts')]).toEqual(['AES256', 'AES256']);
  const whole = Buffer.concat([first, source.subarray(1, 250_001)]);
  expect((await bytesOf('plain', 'parts')).equals(whole)).toBe(true);
  const around = await bytesOf('plain', 'parts', `bytes=${first.length - 10}-${first.length + 70_000}`);
  expect(around.equals(whole.subarray(first.length - 10, first.length + 70_001))).toBe(true);
  expect(isOnDisk(first.subarray(0, 4096))).toBe(false);
});

test('a form asks for it by its field, and gets the default of its bucket', async () => {
  await stage.send('/forms', { method: 'PUT', headers: { 'x-amz-acl': 'public-read-write' } });
  const post = async (key: string, field: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ key, ...field })) form.append(name, value);
    form.append('file', new Blob(['a form']), 'a.txt');
    const { status, headers } = await fetch(`${stage.engine.endpoint}/forms`, { method: 'POST', body: form });
    return [status, headers.get('x-amz-server-side-encryption')];
  };
  expect(await post('open', {})).toEqual([204, null]);
  expect(await post('asked', { 'x-amz-server-side-encryption': 'AES256' })).toEqual([204, 'AES256']);
  expect((await bytesOf('forms', 'asked')).toString()).toBe('a form');
  expect(await post('kms', { 'x-amz-server-side-encryption': 'aws:kms' })).toEqual([501, null]);
});

test('a copy is encrypted where its source is, or where it asks; an object is by a copy onto itself', async () => {
  const body = randomBytes(100_000);
  await client.send(new PutObjectCommand({ Bucket: 'plain', Key: 'from', Body: body }));
  const copied = async (Key: string, more: object, Bucket = 'plain', CopySource = 'plain/from') => {
    const { ServerSideEncryption } = await client.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...more }));
    expect((await bytesOf(Bucket, Key)).equals(body)).toBe(true);
    expect(await kind(Bucket, Key)).toBe(ServerSideEncryption);
    return ServerSideEncryption;
  };
  expect(await copied('shared', {})).toBeUndefined();
  expect(await copied('asked', asks)).toBe('AES256');
  expect(await copied('default', {}, 'sealed')).toBe('AES256');
  expect(await copied('kept', {}, 'plain', 'plain/asked')).toBe('AES256');
  expect(await copied('from', asks)).toBe('AES256');
  await stage.engine.swept();
  const { ETag } = await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'asked' }));
  expect(ETag).toBe((await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'shared' }))).ETag);
});

test('a byte that was altered on the disk is not served, nor is anything after it', async () => {
  const body = randomBytes(200_000);
  const before = new Set(files());
  await client.send(new PutObjectCommand({ Bucket: 'plain', Key: 'altered', Body: body, ...asks }));
  const [file = ''] = files().filter((one) => !before.has(one) && one.includes('blobs'));
  const stored = readFileSync(file);
  stored.writeUInt8(stored.readUInt8(70_000) ^ 1, 70_000);
  writeFileSync(file, stored);
  const first = await bytesOf('plain', 'altered', 'bytes=0-65535');
  expect(first.equals(body.subarray(0, 65_536))).toBe(true);
  await expect(bytesOf('plain', 'altered', 'bytes=65536-65540')).rejects.toThrow();
  await expect(bytesOf('plain', 'altered')).rejects.toThrow();
  writeFileSync(file, stored.subarray(0, 65_552));
  await expect(bytesOf('plain', 'altered', 'bytes=190000-190010')).rejects.toThrow();
});

test('keys of a key service, keys of the client, and what there is not are refused', async () => {
  const put = async (headers: Record<string, string>) => {
    const { status, code } = await stage.send('/plain/refused', { method: 'PUT', body: 'x', headers });
    return [status, code];
  };
  const header = 'x-amz-server-side-encryption';
  expect(await put({ [header]: 'aws:kms' })).toEqual([501, 'NotImplemented']);
  expect(await put({ [header]: 'aws:kms:dsse' })).toEqual([501, 'NotImplemented']);
  expect(await put({ [header]: 'AES128' })).toEqual([400, 'InvalidEncryptionAlgorithmError']);
  expect(await put({ [`${header}-customer-algorithm`]: 'AES256' })).toEqual([501, 'NotImplemented']);
  expect(await put({ [`${header}-aws-kms-key-id`]: 'key' })).toEqual([501, 'NotImplemented']);
  const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' as const } }];
  const wanted = { Bucket: 'plain', ServerSideEncryptionConfiguration: { Rules } };
  const refused = { name: 'NotImplemented', status: 501 };
  expect(await refusal(client.send(new PutBucketEncryptionCommand(wanted)))).toEqual(refused);
  const bare = await testEngine();
  await bare.client().send(new CreateBucketCommand({ Bucket: 'box' }));
  const unsealed = new PutObjectCommand({ Bucket: 'box', Key: 'a', Body: 'x', ...asks });
  expect(await refusal(bare.client().send(unsealed))).toEqual(refused);
  await bare.close();
});
