import { randomBytes } from 'node:crypto';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AwsClient } from 'aws4fetch';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

/* Requests that are near to others: what S3 refuses is refused and changes nothing, what it ignores is ignored. */

const MIB = 1024 * 1024;
const Bucket = 'box';
let s3: TestEngine;
let client: S3Client;

beforeEach(async () => {
  s3 = await testEngine();
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket });
  await s3.send('/box/key', { method: 'PUT', body: 'old' });
});
afterEach(() => s3.close());

test.each(['partNumber=1', 'partNumber=1&x-id=UploadPart', 'versionId=null', 'partNumber='])(
  'PUT ?%s, by body and by copy, is refused, and the object stays',
  async (query) => {
    const put = await s3.send(`/box/key?${query}`, { method: 'PUT', body: 'part' });
    expect(put).toMatchObject({ status: 400, code: 'InvalidArgument' });
    const copied = await s3.send(`/box/key?${query}`, { method: 'PUT', headers: { 'x-amz-copy-source': '/box/key' } });
    expect(copied).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect((await s3.send('/box/key')).text).toBe('old');
  },
);

describe('the checksums of parts', () => {
  /** An upload of two parts with these checksums, and its parts by ETag and number alone. */
  async function begun(ChecksumAlgorithm: 'SHA256' | 'CRC32' | 'CRC64NVME', ChecksumType?: 'FULL_OBJECT') {
    const at = { Bucket, Key: 'parts' };
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm, ...(ChecksumType && { ChecksumType }) }),
    );
    const whole = [];
    for (const [index, Body] of [randomBytes(5 * MIB), randomBytes(9)].entries()) {
      const PartNumber = index + 1;
      const sent = new UploadPartCommand({ ...at, UploadId, PartNumber, Body, ChecksumAlgorithm });
      whole.push({ ...(await client.send(sent)), PartNumber });
    }
    const bare = whole.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    const complete = (Parts: CompletedPart[], more: { ChecksumSHA256?: string } = {}) =>
      client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts }, ...more }));
    return { whole, bare, complete };
  }

  it.each(['SHA256', 'CRC32'] as const)('of a composite %s are asked for, and the upload goes on', async (name) => {
    const { whole, bare, complete } = await begun(name);
    expect(await refusal(complete(bare))).toEqual({ name: 'InvalidRequest', status: 400 });
    await expect(complete([...whole.slice(0, 1), ...bare.slice(1)])).rejects.toThrow(
      `The upload was created using a ${name.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part 2 in the request.`,
    );
    expect((await complete(whole)).ChecksumType).toBe('COMPOSITE');
  });

  it('are looked at after that of the object, which is no checksum', async () => {
    const { whole, bare, complete } = await begun('SHA256');
    for (const ChecksumSHA256 of ['bad', 'bad-2', `${whole[0]?.ChecksumSHA256}-`]) {
      expect(await refusal(complete(bare, { ChecksumSHA256 }))).toEqual({ name: 'BadDigest', status: 400 });
    }
    const others = `${whole[0]?.ChecksumSHA256}-2`;
    expect(await refusal(complete(bare, { ChecksumSHA256: others }))).toMatchObject({ name: 'InvalidRequest' });
    expect(await refusal(complete(whole, { ChecksumSHA256: others }))).toMatchObject({ name: 'BadDigest' });
  });

  it('of a whole object may be left out', async () => {
    const { bare, complete } = await begun('CRC64NVME', 'FULL_OBJECT');
    expect((await complete(bare)).ChecksumType).toBe('FULL_OBJECT');
    const parts = { Bucket, Key: 'parts', ObjectAttributes: ['ObjectParts' as const] };
    for (const [asked, shown] of [
      ['abc', 1000],
      ['-1', 1000],
      ['', 1000],
      ['5000', 1000],
      ['1', 1],
    ] as const) {
      const command = new GetObjectAttributesCommand(parts);
      command.middlewareStack.add(
        (next) => (args) => {
          Object.assign((args.request as { headers: object }).headers, { 'x-amz-max-parts': asked });
          return next(args);
        },
        { step: 'build' },
      );
      expect((await client.send(command)).ObjectParts?.MaxParts).toBe(shown);
    }
  });
});

describe('a target with scheme and host (RFC 9112 3.2.2)', () => {
  /** A signed GET whose target and Host are replaced after it was signed for the engine's own address. */
  async function got(target: (origin: string) => string, host?: string) {
    const { endpoint } = s3.engine;
    const aws = new AwsClient({
      accessKeyId: 'OWNER',
      secretAccessKey: 'owner-secret',
      service: 's3',
      region: 'in-mum',
    });
    const { headers } = await aws.sign(`${endpoint}/box/key`, {
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    });
    const lines = [...headers].filter(([name]) => name !== 'host').map(([name, value]) => `${name}: ${value}`);
    const head = [`GET ${target(endpoint)} HTTP/1.1`, `Host: ${host ?? new URL(endpoint).host}`, ...lines];
    return rawHttp(Number(new URL(endpoint).port), `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  }

  it('is served as the path alone, and its host counts, not the header', async () => {
    for (const target of [
      (origin: string) => `${origin}/box/key`,
      (origin: string) => `${origin.replace('http:', 'HTTP:')}/box/key`,
    ]) {
      expect(await got(target)).toMatch(/^HTTP\/1\.1 200 .*old$/s);
      expect(await got(target, 'other.example')).toMatch(/^HTTP\/1\.1 200 .*old$/s);
    }
  });

  it('of another host is not what was signed', async () => {
    expect(await got(() => 'http://other.example/box/key')).toMatch(/^HTTP\/1\.1 403 .*SignatureDoesNotMatch/s);
  });

  it.each(['ftp://a/box/key', 'http://me@a/box/key', 'http:///box/key', 'box/key'])('%s is refused', async (target) => {
    expect(await got(() => target)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
