import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';

// What the table of the engine's README cannot say of a single header.

const REDIRECT = 'x-amz-website-redirect-location';
let s3: TestEngine;

beforeAll(async () => {
  s3 = await testEngine();
  await s3.send('/box', { method: 'PUT' });
  await s3.send('/box/source', { method: 'PUT', body: 'source', headers: { [REDIRECT]: '/there' } });
});
afterAll(() => s3.close());

const head = async (path: string) =>
  (await s3.send(path, { method: 'HEAD', headers: { 'x-amz-checksum-mode': 'ENABLED' } })).headers;
const copy = (to: string, headers: Record<string, string> = {}) =>
  s3.send(to, { method: 'PUT', headers: { 'x-amz-copy-source': '/box/source', ...headers } });

it.each(['COPY', 'REPLACE'])('a copy with the directive %s does not take over a redirect', async (directive) => {
  const metadata = { 'x-amz-metadata-directive': directive };
  expect((await copy('/box/bare', metadata)).status).toBe(200);
  expect((await head('/box/bare')).get(REDIRECT)).toBeNull();
  expect((await copy('/box/led', { ...metadata, [REDIRECT]: 'https://example.com/' })).status).toBe(200);
  expect((await head('/box/led')).get(REDIRECT)).toBe('https://example.com/');
});

it('an object is copied to itself with another redirect, and not without', async () => {
  await s3.send('/box/source', { method: 'PUT', body: 'source', headers: { [REDIRECT]: '/there' } });
  expect(await copy('/box/source')).toMatchObject({ status: 400, code: 'InvalidRequest' });
  expect((await copy('/box/source', { [REDIRECT]: '/elsewhere' })).status).toBe(200);
  expect((await head('/box/source')).get(REDIRECT)).toBe('/elsewhere');
});

it('a copy gets the checksum that it is asked for, of its bytes', async () => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32('source'));
  const { text } = await copy('/box/summed', { 'x-amz-checksum-algorithm': 'crc32' });
  expect(text).toContain(`<ChecksumCRC32>${sum.toString('base64')}</ChecksumCRC32>`);
  expect((await head('/box/summed')).get('x-amz-checksum-crc32')).toBe(sum.toString('base64'));
});

it('the copy of an object of parts gets no other checksum', async () => {
  const { text } = await s3.send('/box/parts?uploads', { method: 'POST' });
  const at = `/box/parts?uploadId=${/<UploadId>(.+)<\/UploadId>/.exec(text)?.[1]}`;
  const part = await s3.send(`${at}&partNumber=1`, { method: 'PUT', body: 'x' });
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.get('etag')}</ETag></Part></CompleteMultipartUpload>`;
  expect((await s3.send(at, { method: 'POST', body })).status).toBe(200);
  const headers = { 'x-amz-copy-source': '/box/parts', 'x-amz-checksum-algorithm': 'CRC32' };
  const refused = { status: 501, code: 'NotImplemented' };
  expect(await s3.send('/box/copied', { method: 'PUT', headers })).toMatchObject(refused);
  expect((await head('/box/copied')).get('etag')).toBeNull();
});

it('refuses a range together with a part', async () => {
  const refused = { status: 400, code: 'InvalidRequest' };
  expect(await s3.send('/box/source?partNumber=1', { headers: { range: 'bytes=0-1' } })).toMatchObject(refused);
  expect((await s3.send('/box/source?partNumber=1')).text).toBe('source');
});

it.each(['/box?acl', '/box/source?acl'])('refuses an ACL in a header and a body at once (%s)', async (path) => {
  const init = { method: 'PUT', body: '<AccessControlPolicy/>', headers: { 'x-amz-acl': 'private' } };
  expect(await s3.send(path, init)).toMatchObject({ status: 400, code: 'UnexpectedContent' });
  expect((await s3.send(path, { method: 'PUT', headers: { 'x-amz-acl': 'private' } })).status).toBe(200);
});
