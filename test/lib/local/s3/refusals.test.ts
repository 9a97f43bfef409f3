import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;

beforeAll(async () => {
  s3 = await testEngine({ limits: { idleMs: 400 } });
  await s3.engine.admin.createBucket({ name: 'box' });
  await s3.send('/box/key', { method: 'PUT', body: 'old' });
});
afterAll(() => s3.close());

const stamp = (ms: number) => new Date(Date.now() + ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

it.each([
  ['a wrong secret', { secret: 'wrong' }, 403, 'SignatureDoesNotMatch'],
  ['an unknown key', { key: 'NOBODY' }, 403, 'InvalidAccessKeyId'],
  ['another region', { region: 'us-east-1' }, 400, 'AuthorizationHeaderMalformed'],
  ['a clock 16 minutes behind', { datetime: stamp(-960_000) }, 403, 'RequestTimeTooSkewed'],
  ['a clock 16 minutes ahead', { datetime: stamp(960_000) }, 403, 'RequestTimeTooSkewed'],
  ['a wrong secret in the query', { secret: 'wrong', query: true }, 403, 'SignatureDoesNotMatch'],
  ['a URL that has expired', { datetime: stamp(-90_000_000), query: true }, 403, 'AccessDenied'],
  ['nobody', { anonymous: true }, 403, 'AccessDenied'],
  ['a method that there is not', { method: 'PATCH' }, 501, 'NotImplemented'],
] as const)('refuses %s', async (_, init, status, code) => {
  expect(await s3.send('/box/key', init)).toMatchObject({ status, code });
});

it('tells the region that a signature should be for', async () => {
  const { text, headers } = await s3.send('/box/key', { region: 'us-east-1' });
  expect(text).toContain('<Region>in-mum</Region>');
  expect(headers.get('x-amz-bucket-region')).toBe('in-mum');
});

const emptyMd5 = '1B2M2Y8AsgTpgAmY7PhCfg==';

it.each([
  ['another body hash', { 'x-amz-content-sha256': '0'.repeat(64) }, 400, 'XAmzContentSHA256Mismatch'],
  ['another MD5', { 'content-md5': emptyMd5 }, 400, 'BadDigest'],
  ['an MD5 that is none', { 'content-md5': 'AAAA' }, 400, 'InvalidDigest'],
  ['another CRC32', { 'x-amz-checksum-crc32': 'AAAAAA==' }, 400, 'BadDigest'],
  ['another CRC64', { 'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=' }, 400, 'BadDigest'],
  ['a checksum that is none', { 'x-amz-checksum-sha256': 'AAAA' }, 400, 'BadDigest'],
  ['two checksums', { 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-crc32c': 'AAAAAA==' }, 400, 'InvalidRequest'],
  ['a checksum that is not here', { 'x-amz-checksum-xxhash64': 'AAAAAAAAAAA=' }, 501, 'NotImplemented'],
  [
    'an unknown streaming mode',
    { 'x-amz-content-sha256': 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD' },
    501,
    'NotImplemented',
  ],
  ['a payload mode that is none', { 'x-amz-content-sha256': 'whatever' }, 400, 'InvalidArgument'],
  ['encryption', { 'x-amz-server-side-encryption': 'aws:kms' }, 501, 'NotImplemented'],
  ['an ACL for the logs of Amazon', { 'x-amz-acl': 'log-delivery-write' }, 400, 'AccessControlListNotSupported'],
  ['a grant to none', { 'x-amz-grant-read': 'id=2' }, 400, 'InvalidArgument'],
  ['a grant of another form', { 'x-amz-grant-read': '100000000002' }, 400, 'InvalidArgument'],
  ['a grant to a mail', { 'x-amz-grant-read': 'emailAddress=a@b.in' }, 400, 'UnresolvableGrantByEmailAddress'],
  ['a grant beside an ACL', { 'x-amz-grant-read': 'id=100000000002', 'x-amz-acl': 'private' }, 400, 'InvalidRequest'],
  ['a storage class', { 'x-amz-storage-class': 'GLACIER' }, 400, 'InvalidStorageClass'],
  ['too much metadata', { 'x-amz-meta-a': 'x'.repeat(2100) }, 400, 'MetadataTooLarge'],
  ['a tag twice', { 'x-amz-tagging': 'a=1&a=2' }, 400, 'InvalidTag'],
  ['a key that is there already', { 'if-none-match': '*' }, 412, 'PreconditionFailed'],
  ['a key that has changed', { 'if-match': '"0"' }, 412, 'PreconditionFailed'],
] as const)('refuses a body with %s, and the object stays', async (_, headers, status, code) => {
  expect(await s3.send('/box/key', { method: 'PUT', body: 'new', headers })).toMatchObject({ status, code });
  expect((await s3.send('/box/key')).text).toBe('old');
});

it.each([
  ['/box/%ff', 400, 'InvalidURI'],
  ['/box/%zz', 400, 'InvalidURI'],
  [`/box/${'k'.repeat(1025)}`, 400, 'KeyTooLongError'],
  ['/none/key', 404, 'NoSuchBucket'],
  ['/box/none', 404, 'NoSuchKey'],
  ['/box/key?torrent', 404, 'NoSuchKey'],
  ['/box?website', 501, 'NotImplemented'],
  ['/box?replication', 501, 'NotImplemented'],
  ['/box?encryption', 404, 'ServerSideEncryptionConfigurationNotFoundError'],
  ['/box?object-lock', 404, 'ObjectLockConfigurationNotFoundError'],
  ['/box?notification', 501, 'NotImplemented'],
  ['/box?policy', 404, 'NoSuchBucketPolicy'],
  ['/box?publicAccessBlock', 404, 'NoSuchPublicAccessBlockConfiguration'],
  ['/box/key?attributes', 400, 'InvalidArgument'],
  ['/box/key?versionId=x', 400, 'InvalidArgument'],
  ['/box/key?uploadId=none', 404, 'NoSuchUpload'],
  ['/box?list-type=2&max-keys=-1', 400, 'InvalidArgument'],
  ['/box?list-type=2&continuation-token=!', 400, 'InvalidArgument'],
  ['/box?cors', 404, 'NoSuchCORSConfiguration'],
  ['/box?lifecycle', 404, 'NoSuchLifecycleConfiguration'],
  ['/box?tagging', 404, 'NoSuchTagSet'],
] as const)('GET %s is %d %s', async (path, status, code) => {
  expect(await s3.send(path, { anonymous: path.includes('%ff') || path.includes('%zz') })).toMatchObject({
    status,
    code,
  });
});

it.each([
  ['not well-formed', '<Delete><Object>'],
  ['with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><Delete><Object><Key>a</Key></Object></Delete>'],
  ['too deep', '<a>'.repeat(50) + '</a>'.repeat(50)],
  ['of something else', '<Other/>'],
  ['with more than 1,000 keys', `<Delete>${'<Object><Key>a</Key></Object>'.repeat(1001)}</Delete>`],
])('refuses a document %s', async (_, body) => {
  const headers = { 'x-amz-content-sha256': hash('sha256', body) };
  const reply = await s3.send('/box?delete', { method: 'POST', body, headers });
  expect(reply).toMatchObject({ status: 400, code: 'MalformedXML' });
});

const port = () => Number(new URL(s3.engine.endpoint).port);

it('gives up a client that stops in the middle of its body', async () => {
  const client = new AwsClient({
    accessKeyId: 'OWNER',
    secretAccessKey: 'owner-secret',
    service: 's3',
    region: 'in-mum',
  });
  const signed = await client.sign(`${s3.engine.endpoint}/box/slow`, { method: 'PUT' });
  const head = [...signed.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const request = `PUT /box/slow HTTP/1.1\r\nhost: 127.0.0.1:${port()}\r\ncontent-length: 100\r\n${head}\r\n\r\nhalf`;
  const reply = await rawHttp(port(), request, 3000);
  expect(reply).toContain('<Code>RequestTimeout</Code>');
  expect((await s3.send('/box/slow')).status).toBe(404);
});

it('refuses heads that are too large', async () => {
  const request = `GET /box/key HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await rawHttp(port(), request)).toContain('<Code>RequestHeaderSectionTooLarge</Code>');
});

it('says nothing of its own errors', () => {
  expect(s3.logged).toEqual([]);
});
