import { createHash, randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, type TestEngine, testEngine } from './engine.ts';

const Bucket = 'parts';
const MIB = 1024 * 1024;
const bodies = [randomBytes(5 * MIB), randomBytes(700)];
const sha256 = (...bytes: Buffer[]) => createHash('sha256').update(Buffer.concat(bytes)).digest();

let s3: TestEngine;
let client: S3Client;

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket });
});
afterAll(() => s3.close());

async function upload(Key: string, more: { ChecksumAlgorithm?: 'SHA256' } = {}) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  const Parts = [];
  for (const [index, Body] of bodies.entries()) {
    const PartNumber = index + 1;
    const sent = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }));
    Parts.push({ ETag: sent.ETag, ChecksumSHA256: sent.ChecksumSHA256, PartNumber });
  }
  return { Bucket, Key, UploadId, MultipartUpload: { Parts } };
}

it('takes the composite checksum at the completion, and at its repetition; refuses another', async () => {
  const asked = await upload('sums', { ChecksumAlgorithm: 'SHA256' });
  const ChecksumSHA256 = `${sha256(...bodies.map((body) => sha256(body))).toString('base64')}-2`;
  for (const wrong of ['bad', `${sha256().toString('base64')}-2`]) {
    const sent = new CompleteMultipartUploadCommand({ ...asked, ChecksumSHA256: wrong });
    expect(await refusal(client.send(sent))).toEqual({ name: 'BadDigest', status: 400 });
  }
  for (let time = 0; time < 2; time += 1) {
    const done = await client.send(new CompleteMultipartUploadCommand({ ...asked, ChecksumSHA256 }));
    expect(done).toMatchObject({ ChecksumSHA256, ChecksumType: 'COMPOSITE' });
  }
});

it('returns one part with its own checksum and the number of parts', async () => {
  await client.send(new CompleteMultipartUploadCommand(await upload('read', { ChecksumAlgorithm: 'SHA256' })));
  for (const [index, body] of bodies.entries()) {
    const at = { Bucket, Key: 'read', PartNumber: index + 1 };
    const { Body, ...part } = await client.send(new GetObjectCommand({ ...at, ChecksumMode: 'ENABLED' }));
    expect(part).toMatchObject({ PartsCount: 2, ContentLength: body.length, ChecksumType: 'COMPOSITE' });
    expect(part.ChecksumSHA256).toBe(sha256(body).toString('base64'));
    expect(body.equals(Buffer.from((await Body?.transformToByteArray()) ?? []))).toBe(true);
    expect(await client.send(new HeadObjectCommand(at))).toMatchObject({ PartsCount: 2 });
  }
  const third = new GetObjectCommand({ Bucket, Key: 'read', PartNumber: 3 });
  expect(await refusal(client.send(third))).toEqual({ name: 'InvalidPart', status: 400 });
});

it('takes an object that was put whole for one part', async () => {
  for (const [Key, Body] of [
    ['whole', 'body'],
    ['empty', ''],
  ] as const) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    const part = await client.send(new GetObjectCommand({ Bucket, Key, PartNumber: 1 }));
    expect([part.PartsCount, await part.Body?.transformToString()]).toEqual([undefined, Body]);
    const second = new GetObjectCommand({ Bucket, Key, PartNumber: 2 });
    expect(await refusal(client.send(second))).toEqual({ name: 'InvalidPart', status: 400 });
  }
});

it('lists the parts of an object without checksums too, page by page', async () => {
  await client.send(new CompleteMultipartUploadCommand(await upload('plain')));
  const page = async (PartNumberMarker: string) =>
    (
      await client.send(
        new GetObjectAttributesCommand({
          Bucket,
          Key: 'plain',
          ObjectAttributes: ['ObjectParts'],
          MaxParts: 1,
          PartNumberMarker,
        }),
      )
    ).ObjectParts;
  expect(await page('0')).toEqual({
    TotalPartsCount: 2,
    PartNumberMarker: '0',
    NextPartNumberMarker: '1',
    MaxParts: 1,
    IsTruncated: true,
    Parts: [{ PartNumber: 1, Size: 5 * MIB }],
  });
  expect(await page('1')).toMatchObject({ IsTruncated: false, Parts: [{ PartNumber: 2, Size: 700 }] });
});

it('lets a completion name a part twice that was sent again; the last one counts', async () => {
  const asked = await upload('again');
  const [first, second] = asked.MultipartUpload.Parts;
  const stale = { ...first, ETag: '"0"', PartNumber: 1 };
  const complete = (...Parts: unknown[]) =>
    client.send(new CompleteMultipartUploadCommand({ ...asked, MultipartUpload: { Parts: Parts as [] } }));
  expect(await refusal(complete(first, stale, second))).toEqual({ name: 'InvalidPart', status: 400 });
  expect((await complete(stale, first, second)).ETag).toMatch(/-2"$/);
});
