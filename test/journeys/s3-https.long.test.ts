import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { ChecksumAlgorithm } from '@aws-sdk/client-s3';
import { Client } from 'minio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BucketStage, installed, openBucketStage } from '#test/support/clients/bucket-clients.ts';
import { boto3Work, sdkWork } from '#test/support/clients/bucket-work.ts';
import { selfSigned } from '#test/support/http/certificate.ts';
import { Client as Account, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* A platform whose S3 endpoint has a certificate: clients that trust it, with keys of the API. */

const MIB = 1024 * 1024;
const Bucket = 'secured';
const { cert: ca, key: caKey } = selfSigned();
let dir: string;
let platform: RunningPlatform;
let stage: BucketStage;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-https-'));
  const tls = { SVC_S3_TLS_CERT: join(dir, 'cert.pem'), SVC_S3_TLS_KEY: join(dir, 'key.pem') };
  writeFileSync(tls.SVC_S3_TLS_CERT, ca);
  writeFileSync(tls.SVC_S3_TLS_KEY, caKey);
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', ...tls } });
  stage = await openBucketStage(await Account.register(platform.baseUrl), Bucket, tls.SVC_S3_TLS_CERT);
});
afterAll(async () => {
  stage?.close();
  await platform?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const fetched = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { ca }, (reply) => text(reply).then(resolve, reject)).on('error', reject);
  });

it('the API says https, and signs links that are', async () => {
  expect(stage.endpoint).toMatch(/^https:\/\/localhost:\d+$/);
  const shown = demand(await stage.owner.get(`/storage/buckets/${Bucket}`), 200).body;
  expect(shown.s3_url).toBe(`${stage.endpoint}/${Bucket}`);
  const sign = async (operation: string) => {
    const signed = await stage.owner.post(`/storage/buckets/${Bucket}/presigned-urls`, { operation, key: 'linked' });
    return demand(signed, 201).body.url as string;
  };
  const link = await sign('get');
  expect(link).toMatch(`${stage.endpoint}/${Bucket}/linked?`);
  expect(await fetched(link)).toMatch('<Code>NoSuchKey</Code>');
  const form = { key: 'posted', content_length_range: [1, 10] };
  const { url } = demand(await stage.owner.post(`/storage/buckets/${Bucket}/presigned-posts`, form), 201).body;
  expect(url).toBe(`${stage.endpoint}/${Bucket}`);
  await expect(fetch(link)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
});

it('the AWS SDK for JavaScript does its work', () => sdkWork(stage, ChecksumAlgorithm.CRC64NVME));

it('boto3 (skipped where it is not installed) does its work', ({ skip }) => boto3Work(stage, skip));

it('minio-js stores in parts, reads, lists, copies, signs links and removes', async () => {
  const key = await stage.key();
  const minio = new Client({
    endPoint: 'localhost',
    port: Number(new URL(stage.endpoint).port),
    useSSL: true,
    transportAgent: new Agent({ ca }),
    accessKey: key.accessKeyId,
    secretKey: key.secretAccessKey,
    region: stage.region,
    partSize: 5 * MIB,
  });
  const bytes = randomBytes(12 * MIB);
  await minio.putObject(Bucket, 'minio/large', Readable.from([bytes]), bytes.length, { 'X-Amz-Meta-Colour': 'red' });
  await minio.putObject(Bucket, 'minio/small', 'small');
  const back = await buffer(await minio.getObject(Bucket, 'minio/large'));
  expect(back.equals(bytes), `${back.length} bytes in parts are what was sent`).toBe(true);
  expect(await text(await minio.getPartialObject(Bucket, 'minio/small', 1, 3))).toBe('mal');
  expect((await minio.statObject(Bucket, 'minio/large')).metaData).toMatchObject({ colour: 'red' });
  const list = () => minio.listObjectsV2(Bucket, 'minio/', true).toArray();
  expect((await list()).map(({ name }) => name)).toEqual(['minio/large', 'minio/small']);
  expect(await fetched(await minio.presignedGetObject(Bucket, 'minio/small', 60))).toBe('small');
  await minio.removeObjects(Bucket, ['minio/large', 'minio/small']);
  expect(await list()).toEqual([]);
  await key.revoke();
  await expect(list()).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
});

it.skipIf(!installed('aws'))(
  'awscli (skipped where it is not installed) syncs there and back, and removes',
  async () => {
    const key = await stage.key();
    const aws = (...args: string[]) =>
      stage.shell('aws', ['--endpoint-url', stage.endpoint, '--ca-bundle', stage.caFile ?? '', ...args], { key });
    mkdirSync(join(stage.dir, 'tree/deep'), { recursive: true });
    const large = stage.file('tree/large', 9 * MIB);
    writeFileSync(join(stage.dir, 'tree/deep/a b'), 'ab');
    await aws('s3', 'sync', '--quiet', 'tree', `s3://${Bucket}/aws`);
    await aws('s3', 'sync', '--quiet', `s3://${Bucket}/aws`, 'back');
    expect(stage.same(large, join(stage.dir, 'back/large')), 'a file in parts is what was sent').toBe(true);
    expect(readFileSync(join(stage.dir, 'back/deep/a b'), 'utf8')).toBe('ab');
    expect(await aws('s3', 'rm', '--recursive', `s3://${Bucket}/aws`)).toMatch(/delete: [\s\S]*delete: /);
    await key.revoke();
    await expect(aws('s3', 'ls', `s3://${Bucket}`)).rejects.toThrow('(InvalidAccessKeyId)');
  },
);
