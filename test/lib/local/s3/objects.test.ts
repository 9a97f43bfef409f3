import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let client: S3Client;
const Bucket = 'objects';

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket });
});
afterAll(() => s3.close());

const get = async (Key: string, more = {}) => {
  const reply = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...reply, bytes: Buffer.from((await reply.Body?.transformToByteArray()) ?? []) };
};

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
const SIZES = [0, 1, 16_384, 16_385, 300_000];

it.each(ALGORITHMS)(
  'a stream that carries its %s comes back as it went, framing never stored',
  async (ChecksumAlgorithm) => {
    for (const size of SIZES) {
      const bytes = randomBytes(size);
      const Key = `stream/${ChecksumAlgorithm}/${size}`;
      const Body = Readable.from(size ? [bytes.subarray(0, 7), bytes.subarray(7)] : []);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ChecksumAlgorithm }));
      const reply = await get(Key, { ChecksumMode: 'ENABLED' });
      expect(reply.bytes.equals(bytes)).toBe(true);
      expect(reply[`Checksum${ChecksumAlgorithm}`]).toEqual(expect.any(String));
    }
  },
);

const hostile = [
  '..',
  '../../etc/passwd',
  'a/../b',
  './a',
  'a//b',
  '/lead',
  'trail/',
  'a',
  'a/b',
  'nul\u0000x',
  'nul\u0000',
  '\u0001\u001f',
  'b c+d%20e?f&g=h#i',
  'q\'"<>&;',
  'ü/日本/𝄞/\u{10ffff}/\u{1f468}\u200d\u{1f469}',
  '\u{e000}\ufffd',
  'k'.repeat(1024),
  '日'.repeat(341),
  '\u0000'.repeat(1024),
];

it('takes every name for what it is, and lists them in the order of their bytes', async () => {
  const names = await testEngine();
  try {
    await names.engine.admin.createBucket({ name: 'names', versioning: 'enabled' });
    for (const key of hostile) {
      await names.client().send(new PutObjectCommand({ Bucket: 'names', Key: key, Body: key }));
    }
    for (const key of hostile) {
      const reply = await names.client().send(new GetObjectCommand({ Bucket: 'names', Key: key }));
      expect(await reply.Body?.transformToString()).toBe(key);
    }
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await names.engine.admin.listObjects('names', { limit: 4, ...(cursor && { cursor }) });
      listed.push(...page.objects.map(({ key }) => key));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(listed).toEqual([...hostile].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const urls = await names.client().send(new ListObjectsV2Command({ Bucket: 'names', EncodingType: 'url' }));
    expect(urls.Contents?.map(({ Key = '' }) => decodeURIComponent(Key))).toEqual(listed);
  } finally {
    await names.close();
  }
});

it('gives back what was said of an object, and what a reader asks to be said instead', async () => {
  const said = {
    ContentType: 'text/x',
    CacheControl: 'no-store',
    ContentDisposition: 'inline',
    ContentEncoding: 'gzip',
    ContentLanguage: 'en',
  };
  await client.send(
    new PutObjectCommand({ Bucket, Key: 'said', Body: 'x', ...said, Metadata: { a: '1', 'b-c': 'ü' }, Tagging: 't=1' }),
  );
  expect(await get('said')).toMatchObject({
    ...said,
    Metadata: { a: '1' },
    TagCount: 1,
    ETag: '"9dd4e461268c8034f5c8564e155c67a6"',
  });
  const asked = await get('said', {
    ResponseContentType: 'text/y',
    ResponseContentDisposition: 'attachment; filename="ü"',
  });
  expect(asked.ContentType).toBe('text/y');
});

it('of writers that all want to be the first, one is', async () => {
  const tries = Array.from({ length: 20 }, (_, n) =>
    client.send(new PutObjectCommand({ Bucket, Key: 'first', Body: `${n}`, IfNoneMatch: '*' })).then(
      () => n,
      () => undefined,
    ),
  );
  const won = (await Promise.all(tries)).filter((n) => n !== undefined);
  expect(won).toHaveLength(1);
  expect((await get('first')).bytes.toString()).toBe(`${won[0]}`);
});

it('copies, keeps the bytes of a copy when the source goes, and counts both', async () => {
  const bytes = randomBytes(100_000);
  await client.send(new PutObjectCommand({ Bucket, Key: 'from ü+', Body: bytes, Metadata: { a: '1' } }));
  const before = await s3.engine.admin.usage(Bucket);
  const CopySource = `${Bucket}/${encodeURIComponent('from ü+')}`;
  await client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }));
  expect(await s3.engine.admin.usage(Bucket)).toMatchObject({
    objects: before.objects + 1,
    sizeBytes: before.sizeBytes + 100_000,
  });
  await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'from ü+' }] } }));
  await s3.engine.swept();
  const copy = await get('to');
  expect([copy.bytes.equals(bytes), copy.Metadata]).toEqual([true, { a: '1' }]);
  const itself = { Bucket, Key: 'to', CopySource: `${Bucket}/to` };
  expect(await refusal(client.send(new CopyObjectCommand(itself)))).toEqual({ name: 'InvalidRequest', status: 400 });
  await client.send(new CopyObjectCommand({ ...itself, MetadataDirective: 'REPLACE', Metadata: { b: '2' } }));
  expect((await get('to')).Metadata).toEqual({ b: '2' });
});

it('keeps a bucket within its limits, also against many writers at once', async () => {
  await s3.engine.admin.createBucket({ name: 'small', quota: { maxSizeBytes: 1000, maxObjects: 5 } });
  const put = (Key: string, size: number) =>
    client.send(new PutObjectCommand({ Bucket: 'small', Key, Body: Buffer.alloc(size) }));
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => put(`${n}`, 300)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await refusal(put('more', 200))).toEqual({ name: 'QuotaExceeded', status: 403 });
  expect(await s3.engine.admin.usage('small')).toMatchObject({ objects: 3, sizeBytes: 900 });
});

it('reads what was there when the reading began, though it is replaced meanwhile', async () => {
  const bytes = randomBytes(4_000_000);
  await client.send(new PutObjectCommand({ Bucket, Key: 'long', Body: bytes }));
  const reply = await client.send(new GetObjectCommand({ Bucket, Key: 'long' }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'long', Body: 'short' }));
  await s3.engine.swept();
  expect(Buffer.from((await reply.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  expect((await get('long')).bytes.toString()).toBe('short');
});
