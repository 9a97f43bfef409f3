import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startObjectEngine } from '#lib/local/s3/start.ts';
import { selfSigned } from '#test/support/http/certificate.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { type TestEngine, testEngine } from './engine.ts';

const certificate = selfSigned();
let s3: TestEngine;
let client: S3Client;

beforeAll(async () => {
  s3 = await testEngine({ tls: certificate });
  await s3.engine.admin.createBucket({ name: 'box' });
  client = new S3Client({
    endpoint: s3.engine.endpoint,
    region: 'in-mum',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'OWNER', secretAccessKey: 'owner-secret' },
    requestHandler: { httpsAgent: new Agent({ ca: certificate.cert }) },
  });
});
afterAll(async () => {
  client.destroy();
  await s3.close();
});

it('serves https, where the SDK sends trailers of streams', async () => {
  const Body = Readable.from([Buffer.alloc(70_000, 'a'), Buffer.alloc(30_000, 'b')]);
  await client.send(new PutObjectCommand({ Bucket: 'box', Key: 'stream', Body, ContentLength: 100_000 }));
  const got = await client.send(new GetObjectCommand({ Bucket: 'box', Key: 'stream', ChecksumMode: 'ENABLED' }));
  expect(await got.Body?.transformToString()).toBe('a'.repeat(70_000) + 'b'.repeat(30_000));
  expect(got.ChecksumCRC32).toMatch(/^.{8}$/);
});

it('tells where an upload is, by the scheme of its client', async () => {
  const Body = Buffer.alloc(6 * 1024 * 1024, 'c');
  const done = await new Upload({ client, params: { Bucket: 'box', Key: 'parts', Body } }).done();
  expect(done.Location).toBe(`${s3.engine.endpoint}/box/parts`);
});

it('a client that does not trust the certificate sends nothing', async () => {
  const failed = new Promise((resolve) => request(`${s3.engine.endpoint}/box`, resolve).on('error', resolve).end());
  expect(await failed).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

it('gives no answer to plain http', async () => {
  const { port } = new URL(s3.engine.endpoint);
  expect(await rawHttp(Number(port), 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
});

it('does not start with a certificate that is none, and holds no port then', async () => {
  const port = await unusedPort();
  const options = { dir: `${s3.dir}/other`, keys: { lookup: async () => undefined }, port };
  await expect(startObjectEngine({ ...options, tls: { cert: 'none', key: 'none' } })).rejects.toThrow(/PEM/);
  await (await startObjectEngine(options)).close();
});
