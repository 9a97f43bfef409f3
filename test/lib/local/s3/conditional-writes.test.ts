import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type TestEngine, testEngine } from './engine.ts';

interface Conditions {
  IfMatch?: string;
  IfNoneMatch?: string;
}

let s3: TestEngine;
let client: S3Client;

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: 'plain' });
  await s3.engine.admin.createBucket({ name: 'versions', versioning: 'enabled' });
});
afterAll(() => s3.close());

const put = async (Bucket: string, Key: string, conditions: Conditions) =>
  (await client.send(new PutObjectCommand({ Bucket, Key, Body: 'text', ...conditions }))).ETag ?? '';

async function complete(Bucket: string, Key: string, conditions: Conditions): Promise<string> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'text' }));
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  const sent = { Bucket, Key, UploadId, MultipartUpload, ...conditions };
  return (await client.send(new CompleteMultipartUploadCommand(sent))).ETag ?? '';
}

const failed = { name: 'PreconditionFailed', status: 412 };
const missing = { name: 'NoSuchKey', status: 404 };

describe.each(['plain', 'versions'])('in the bucket %s', (Bucket) => {
  it.each([
    ['PutObject', put],
    ['CompleteMultipartUpload', complete],
  ])('%s writes only under its conditions', async (name, write) => {
    expect(await refusal(write(Bucket, name, { IfMatch: '*' }))).toEqual(missing);
    expect(await refusal(write(Bucket, name, { IfMatch: '"0"' }))).toEqual(missing);
    const etag = await write(Bucket, name, { IfNoneMatch: '*' });
    expect(await refusal(write(Bucket, name, { IfNoneMatch: '*' }))).toEqual(failed);
    expect(await refusal(write(Bucket, name, { IfNoneMatch: `"0", ${etag}` }))).toEqual(failed);
    expect(await refusal(write(Bucket, name, { IfMatch: '"0"' }))).toEqual(failed);
    expect(await write(Bucket, name, { IfNoneMatch: '"0"' })).toBe(etag);
    expect(await write(Bucket, name, { IfMatch: etag })).toBe(etag);
    expect(await write(Bucket, name, { IfMatch: `"0", ${etag}` })).toBe(etag);
    expect(await write(Bucket, name, { IfMatch: '*' })).toBe(etag);
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    expect(await refusal(write(Bucket, name, { IfMatch: etag }))).toEqual(missing);
    expect(await write(Bucket, name, { IfNoneMatch: etag })).toBe(etag);
  });

  it('DeleteObject deletes only what it names', async () => {
    const etag = await put(Bucket, 'gone', {});
    const remove = (IfMatch: string) => client.send(new DeleteObjectCommand({ Bucket, Key: 'gone', IfMatch }));
    expect(await refusal(remove('"0"'))).toEqual(failed);
    await remove(etag);
    expect(await refusal(remove(etag))).toEqual(missing);
  });
});

it('answers 501 to conditions that only directory buckets have', async () => {
  await put('plain', 'sized', {});
  const headers = { 'x-amz-if-match-size': '1' };
  const { status, code } = await s3.send('/plain/sized', { method: 'DELETE', headers });
  expect([status, code]).toEqual([501, 'NotImplemented']);
  expect((await s3.send('/plain/sized')).text).toBe('text');
});
