import { request } from 'node:http';
import { connect } from 'node:net';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { AwsClient } from 'aws4fetch';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { saidAndEnded } from '#test/support/http/half-closed.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;

beforeEach(async () => {
  s3 = await testEngine();
  await s3.engine.admin.createBucket({ name: 'box' });
});
afterEach(() => s3.close());

/** Sends a signed PUT with node:http, which sends the body in these pieces, chunked without a length. */
async function put(path: string, headers: Record<string, string>, pieces: readonly string[], hash?: string) {
  const aws = new AwsClient({
    accessKeyId: 'OWNER',
    secretAccessKey: 'owner-secret',
    service: 's3',
    region: 'in-mum',
    retries: 0,
  });
  const url = s3.engine.endpoint + path;
  const payload = { 'x-amz-content-sha256': hash ?? 'UNSIGNED-PAYLOAD' };
  const signed = await aws.sign(url, { method: 'PUT', headers: payload });
  const sent = request(url, { method: 'PUT', headers: { ...Object.fromEntries(signed.headers), ...headers } });
  const reply = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const bytes of response) text += bytes;
      resolve({ status: response.statusCode, text });
    });
  });
  for (const piece of pieces) sent.write(piece);
  sent.end();
  return reply;
}

it.each(['100-continue', '100-Continue', '200', '', 'something-else'])('takes Expect: %s', async (expect_) => {
  const { status } = await put('/box/key', { expect: expect_, 'content-length': '3' }, ['abc']);
  expect([status, (await s3.send('/box/key')).text]).toEqual([200, 'abc']);
});

it('answers a client that has ended its side after the request', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const slow = await testEngine({
    admit: async (what, work) => {
      if (what.endsWith('/held')) {
        held += 1;
        await released;
      }
      await work();
      return true;
    },
  });
  onTestFinished(() => slow.close());
  const port = Number(new URL(slow.engine.endpoint).port);
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const answer = saidAndEnded(client, `GET /box/held HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  await expect.poll(() => held).toBe(1);
  // The end of the client's side is known by now: what was sent later has been answered.
  expect((await fetch(`${slow.engine.endpoint}/box/other`)).status).toBe(404);
  release();
  expect(await answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*<Code>NoSuchBucket<\/Code>/);
});

it('takes a body in HTTP chunks, whose length no header says', async () => {
  const { status } = await put('/box/key', { 'transfer-encoding': 'chunked' }, ['ab', 'cd', 'ef']);
  expect([status, (await s3.send('/box/key')).text]).toEqual([200, 'abcdef']);
});

it('holds a body in HTTP chunks to its hash and to the quota', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const other = await put('/box/key', { 'transfer-encoding': 'chunked' }, ['abc'], empty);
  expect([other.status, other.text]).toEqual([400, expect.stringContaining('XAmzContentSHA256Mismatch')]);
  await s3.engine.admin.configureBucket('box', { quota: { maxSizeBytes: 5, maxObjects: null } });
  const large = await put('/box/key', { 'transfer-encoding': 'chunked' }, ['abc', 'def']);
  expect([large.status, large.text]).toEqual([403, expect.stringContaining('QuotaExceeded')]);
  expect((await s3.send('/box/key')).code).toBe('NoSuchKey');
});

it('keeps a Content-Encoding as it is, except for aws-chunked', async () => {
  for (const [sent, kept] of [
    ['deflate, gzip', 'deflate, gzip'],
    ['gzip, aws-chunked', 'gzip'],
    ['aws-chunked, aws-chunked', null],
  ] as const) {
    await s3.send('/box/key', { method: 'PUT', body: 'x', headers: { 'content-encoding': sent } });
    expect((await s3.send('/box/key', { method: 'HEAD' })).headers.get('content-encoding')).toBe(kept);
  }
});

it('takes an empty continuation token for the beginning, and repeats it', async () => {
  await s3.send('/box/a', { method: 'PUT', body: 'x' });
  const { text } = await s3.send('/box?list-type=2&continuation-token=');
  expect(text).toContain('<ContinuationToken></ContinuationToken>');
  expect(text).toContain('<Key>a</Key>');
});

it('tells whether a missing object is hidden by a delete marker', async () => {
  const marker = async () => (await s3.send('/box/none', { method: 'HEAD' })).headers.get('x-amz-delete-marker');
  expect(await marker()).toBe('false');
  await s3.engine.admin.configureBucket('box', { versioning: 'enabled' });
  await s3.send('/box/none', { method: 'DELETE' });
  expect(await marker()).toBe('true');
});

it('lets the owner repeat a creation in us-east-1 only, where it changes nothing', async () => {
  const again = new CreateBucketCommand({ Bucket: 'box' });
  expect(await refusal(s3.client().send(again))).toEqual({ name: 'BucketAlreadyOwnedByYou', status: 409 });
  const first = await testEngine({ region: 'us-east-1' });
  try {
    const create = async (headers = {}) =>
      (await first.send('/first', { method: 'PUT', region: 'us-east-1', headers })).code ?? 'done';
    expect(await create()).toBe('done');
    await first.send('/first/key', { method: 'PUT', region: 'us-east-1', body: 'kept' });
    expect(await create()).toBe('done');
    expect((await first.send('/first/key', { region: 'us-east-1' })).text).toBe('kept');
    expect(await create({ 'x-amz-bucket-object-lock-enabled': 'true' })).toBe('BucketAlreadyExists');
  } finally {
    await first.close();
  }
});
