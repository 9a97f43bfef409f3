import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newChecksum } from '#lib/local/s3/payload/checksums.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let client: S3Client;
const Bucket = 'parts';
const MIB = 1024 * 1024;

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket });
});
afterAll(() => s3.close());

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();

async function upload(Key: string, parts: readonly Buffer[], more = {}) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  const Parts: { ETag?: string | undefined; PartNumber: number }[] = [];
  for (const [index, Body] of parts.entries()) {
    const PartNumber = 2 * index + 1;
    const sent = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }));
    Parts.push({ ...sent, PartNumber });
  }
  return { Bucket, Key, UploadId, MultipartUpload: { Parts } };
}

it('names an upload by digits and letters: no id is an option to a program that takes it as an argument', async () => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'named' }));
  expect(UploadId).toMatch(/^[0-9a-f]{32}$/);
});

it('makes one object of parts, with the ETag and the checksums that S3 gives it', async () => {
  const parts = [randomBytes(5 * MIB), randomBytes(5 * MIB), randomBytes(1000)];
  const whole = Buffer.concat(parts);
  const done = await client.send(
    new CompleteMultipartUploadCommand(await upload('crc64', parts, { ChecksumAlgorithm: 'CRC64NVME' })),
  );
  expect(done.ETag).toBe(`"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-3"`);
  const sum = newChecksum('CRC64NVME');
  sum.update(whole);
  expect(done).toMatchObject({ ChecksumType: 'FULL_OBJECT', ChecksumCRC64NVME: sum.digest().toString('base64') });
  const sha = await client.send(
    new CompleteMultipartUploadCommand(await upload('sha', parts, { ChecksumAlgorithm: 'SHA256' })),
  );
  const hashes = parts.map((part) => createHash('sha256').update(part).digest());
  expect(sha.ChecksumSHA256).toBe(`${createHash('sha256').update(Buffer.concat(hashes)).digest('base64')}-3`);
  const range = await client.send(
    new GetObjectCommand({ Bucket, Key: 'sha', Range: `bytes=${5 * MIB - 3}-${10 * MIB + 3}` }),
  );
  expect(
    Buffer.from((await range.Body?.transformToByteArray()) ?? []).equals(whole.subarray(5 * MIB - 3, 10 * MIB + 4)),
  ).toBe(true);
  const second = await client.send(new HeadObjectCommand({ Bucket, Key: 'sha', PartNumber: 2 }));
  expect(second).toMatchObject({
    ContentLength: 5 * MIB,
    PartsCount: 3,
    ContentRange: `bytes ${5 * MIB}-${10 * MIB - 1}/${whole.length}`,
  });
});

it('refuses to complete what does not fit, and the upload goes on', async () => {
  const asked = await upload('unfit', [randomBytes(100), randomBytes(100)]);
  const [first = { PartNumber: 0 }, second = { PartNumber: 0 }] = asked.MultipartUpload.Parts;
  const complete = (Parts: { ETag?: string | undefined; PartNumber: number }[]) =>
    refusal(client.send(new CompleteMultipartUploadCommand({ ...asked, MultipartUpload: { Parts } })));
  expect(await complete([first, second])).toEqual({ name: 'EntityTooSmall', status: 400 });
  expect(await complete([second, first])).toEqual({ name: 'InvalidPartOrder', status: 400 });
  expect(await complete([{ ...first, ETag: '"0"' }])).toEqual({ name: 'InvalidPart', status: 400 });
  expect(await complete([{ ...first, PartNumber: 7 }])).toEqual({ name: 'InvalidPart', status: 400 });
  expect(await complete([])).toEqual({ name: 'MalformedXML', status: 400 });
  await client.send(new CompleteMultipartUploadCommand({ ...asked, MultipartUpload: { Parts: [second] } }));
  await s3.engine.swept();
  expect(await s3.engine.admin.usage(Bucket)).toMatchObject({ multipartBytes: 0 });
});

it('answers a repeated completion as the first, until another object took its place', async () => {
  const asked = await upload('again', [randomBytes(5 * MIB), randomBytes(10)]);
  const complete = () => client.send(new CompleteMultipartUploadCommand(asked));
  const [first, second] = await Promise.all([complete(), complete()]);
  const third = await complete();
  expect([second.ETag, third.ETag]).toEqual([first.ETag, first.ETag]);
  expect(await s3.engine.admin.usage(Bucket)).toMatchObject({ multipartBytes: 0 });
  const [part = { PartNumber: 0 }] = asked.MultipartUpload.Parts;
  const other = new CompleteMultipartUploadCommand({ ...asked, MultipartUpload: { Parts: [part] } });
  expect(await refusal(client.send(other))).toEqual({ name: 'InvalidPart', status: 400 });
  await client.send(new PutObjectCommand({ Bucket, Key: 'again', Body: 'x' }));
  expect(await refusal(complete())).toEqual({ name: 'NoSuchUpload', status: 404 });
});

it('tells the attributes of an object and of its parts', async () => {
  const parts = [randomBytes(5 * MIB), randomBytes(5 * MIB), randomBytes(1000)];
  const asked = await upload('attributes', parts, { ChecksumAlgorithm: 'SHA256' });
  const done = await client.send(new CompleteMultipartUploadCommand(asked));
  const all = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const;
  const ask = (Key: string, more = {}) =>
    client.send(new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: [...all], ...more }));
  expect(await ask('attributes', { MaxParts: 1, PartNumberMarker: '1' })).toMatchObject({
    ETag: done.ETag?.replaceAll('"', ''),
    Checksum: { ChecksumSHA256: done.ChecksumSHA256, ChecksumType: 'COMPOSITE' },
    StorageClass: 'STANDARD',
    ObjectSize: 10 * MIB + 1000,
    ObjectParts: {
      TotalPartsCount: 3,
      NextPartNumberMarker: '2',
      IsTruncated: true,
      Parts: [
        {
          PartNumber: 2,
          Size: 5 * MIB,
          ChecksumSHA256: createHash('sha256')
            .update(parts[1] as Buffer)
            .digest('base64'),
        },
      ],
    },
  });
  await client.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: 'abc' }));
  const { ObjectParts, ObjectSize } = await ask('whole');
  expect([ObjectParts, ObjectSize]).toEqual([undefined, 3]);
  expect(await refusal(ask('none'))).toEqual({ name: 'NoSuchKey', status: 404 });
  expect(await refusal(ask('whole', { ObjectAttributes: ['Colour'] }))).toEqual({
    name: 'InvalidArgument',
    status: 400,
  });
});

it('copies parts, lists them and uploads, and forgets what is aborted', async () => {
  const bytes = randomBytes(6 * MIB);
  await client.send(new PutObjectCommand({ Bucket, Key: 'source', Body: bytes }));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'copied' }));
  const copy = { Bucket, Key: 'copied', UploadId, CopySource: `${Bucket}/source` };
  const one = await client.send(
    new UploadPartCopyCommand({ ...copy, PartNumber: 1, CopySourceRange: `bytes=0-${5 * MIB - 1}` }),
  );
  const two = await client.send(
    new UploadPartCopyCommand({ ...copy, PartNumber: 2, CopySourceRange: `bytes=${5 * MIB}-${6 * MIB - 1}` }),
  );
  const far = new UploadPartCopyCommand({ ...copy, PartNumber: 3, CopySourceRange: `bytes=0-${6 * MIB}` });
  expect(await refusal(client.send(far))).toEqual({ name: 'InvalidRange', status: 416 });
  const page = await client.send(new ListPartsCommand({ Bucket, Key: 'copied', UploadId, MaxParts: 1 }));
  expect(page).toMatchObject({
    IsTruncated: true,
    NextPartNumberMarker: '1',
    Parts: [{ PartNumber: 1, Size: 5 * MIB }],
  });
  const listed = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'cop' }));
  expect(listed.Uploads?.map(({ Key }) => Key)).toEqual(['copied']);
  const Parts = [one, two].map(({ CopyPartResult }, index) => ({ ETag: CopyPartResult?.ETag, PartNumber: index + 1 }));
  await client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key: 'copied', UploadId, MultipartUpload: { Parts } }),
  );
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'copied' }));
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  const gone = await upload('aborted', [randomBytes(100_000)]);
  await client.send(new AbortMultipartUploadCommand(gone));
  expect(await refusal(client.send(new ListPartsCommand(gone)))).toEqual({ name: 'NoSuchUpload', status: 404 });
});

it('takes what lib-storage sends of a stream', async () => {
  const pieces = Array.from({ length: 12 }, () => randomBytes(MIB));
  await new Upload({ client, params: { Bucket, Key: 'stream', Body: Readable.from(pieces) } }).done();
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'stream' }));
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(Buffer.concat(pieces))).toBe(true);
});

it('leaves no byte of a bucket that was removed by force', async () => {
  await upload('unfinished', [randomBytes(100_000)]);
  while (!(await s3.engine.admin.emptyBucket(Bucket, 1000)));
  await s3.engine.admin.deleteBucket(Bucket);
  await s3.engine.swept();
  const files = readdirSync(`${s3.dir}/blobs`, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  expect(files).toEqual([]);
});
