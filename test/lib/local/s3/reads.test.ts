import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let client: S3Client;
const Bucket = 'reads';

beforeAll(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket });
  await client.send(new PutObjectCommand({ Bucket, Key: 'digits', Body: '0123456789' }));
});
afterAll(() => s3.close());

it.each(['naïve.pdf', 'नाम.pdf', '∑👍🏾.pdf'])(
  'gives the file name %s that is asked for, byte for byte',
  async (file) => {
    const disposition = `attachment; filename="${file}"`;
    const path = `/${Bucket}/digits?response-content-disposition=${encodeURIComponent(disposition)}`;
    const { status, text, headers } = await s3.send(path);
    expect({ status, text }).toEqual({ status: 200, text: '0123456789' });
    expect(Buffer.from(headers.get('content-disposition') ?? '', 'latin1').toString()).toBe(disposition);
  },
);

it.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('gives the range %s', async (Range, text, ContentRange) => {
  const reply = await client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));
  expect([await reply.Body?.transformToString(), reply.ContentRange]).toEqual([text, ContentRange]);
});

it('refuses ranges outside an object, and ignores what is no single range', async () => {
  expect(await s3.send(`/${Bucket}/digits`, { headers: { range: 'bytes=10-' } })).toMatchObject({
    status: 416,
    code: 'InvalidRange',
  });
  expect(await s3.send(`/${Bucket}/digits`, { headers: { range: 'bytes=-0' } })).toMatchObject({ status: 416 });
  for (const range of ['bytes=5-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
    expect(await s3.send(`/${Bucket}/digits`, { headers: { range } })).toMatchObject({
      status: 200,
      text: '0123456789',
    });
  }
});

it('reads under conditions', async () => {
  const { ETag, LastModified } = await client.send(new HeadObjectCommand({ Bucket, Key: 'digits' }));
  const [before, after] = [-60_000, 60_000].map((ms) => new Date((LastModified?.getTime() ?? 0) + ms).toUTCString());
  const status = async (headers: Record<string, string>) => (await s3.send(`/${Bucket}/digits`, { headers })).status;
  expect(await status({ 'if-match': `${ETag}` })).toBe(200);
  expect(await status({ 'if-match': '"other", *' })).toBe(200);
  expect(await status({ 'if-match': '"other"' })).toBe(412);
  expect(await status({ 'if-none-match': `${ETag}` })).toBe(304);
  expect(await status({ 'if-none-match': '"other"', 'if-modified-since': `${after}` })).toBe(200);
  expect(await status({ 'if-modified-since': `${after}` })).toBe(304);
  expect(await status({ 'if-unmodified-since': `${before}` })).toBe(412);
  expect(await status({ 'if-match': `${ETag}`, 'if-unmodified-since': `${before}` })).toBe(200);
});
