import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';
import { type Streamed, signStreamed, wireOf } from './streaming-client.ts';

let s3: TestEngine;
beforeAll(async () => {
  s3 = await testEngine();
  await s3.engine.admin.createBucket({ name: 'box' });
});
afterAll(() => s3.close());

it('the client of these tests signs as in the example of Amazon’s reference', () => {
  const signed = signStreamed({
    path: '/examplebucket/chunkObject.txt',
    headers: { host: 's3.amazonaws.com', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    chunks: [Buffer.alloc(65_536, 'a'), Buffer.alloc(1024, 'a')],
    trailer: ['x-amz-checksum-crc32c', 'sOO8/Q=='],
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    at: '20130524T000000Z',
  });
  expect(signed).toMatchObject({
    seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    chunks: [
      'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
      '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
      '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
    ],
    trailer: 'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
  });
});

const chunks = [Buffer.alloc(65_536, 'a'), Buffer.from('\r\n0\r\n\r\n'), Buffer.alloc(1024, 'b')];
const whole = Buffer.concat(chunks);
const crc = Buffer.from(crc32(whole).toString(16).padStart(8, '0'), 'hex').toString('base64');
const sum = ['x-amz-checksum-crc32', crc] as const;

const streamed = (path: string, given: Partial<Streamed> = {}): Streamed => ({
  path,
  headers: { host: new URL(s3.engine.endpoint).host },
  chunks,
  trailer: sum,
  accessKeyId: 'OWNER',
  secret: 'owner-secret',
  region: 'in-mum',
  at: new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  ...given,
});

async function put(path: string, headers: Record<string, string>, body: Buffer) {
  const { host: _, ...sent } = headers;
  const reply = await fetch(s3.engine.endpoint + path, { method: 'PUT', headers: sent, body: new Uint8Array(body) });
  const text = await reply.text();
  return { status: reply.status, code: /<Code>(\w+)</.exec(text)?.[1], text, headers: reply.headers };
}

it.each(['java', 'minio-go'] as const)('takes what is signed throughout, as %s ends its lines', async (dialect) => {
  const request = streamed(`/box/${dialect}`);
  const signed = signStreamed(request);
  const reply = await put(request.path, signed.headers, wireOf(request, signed, dialect));
  expect(reply).toMatchObject({ status: 200, text: '' });
  expect(reply.headers.get('x-amz-checksum-crc32')).toBe(crc);
  const back = await s3.send(request.path, { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
  expect(back.text).toBe(whole.toString());
  expect(back.headers.get('etag')).toBe(`"${createHash('md5').update(whole).digest('hex')}"`);
  expect(back.headers.get('x-amz-checksum-crc32')).toBe(crc);
  expect(back.headers.get('content-encoding')).toBeNull();
});

const bent = (signature: string) => signature.replace(/^./, (first) => (first === '0' ? '1' : '0'));

it.each<[string, (wire: string, signed: ReturnType<typeof signStreamed>) => string, number, string]>([
  [
    'another trailer signature',
    (wire, { trailer }) => wire.replace(trailer, bent(trailer)),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'another chunk signature',
    (wire, { chunks: [, at = ''] }) => wire.replace(at, bent(at)),
    403,
    'SignatureDoesNotMatch',
  ],
  [
    'another last chunk',
    (wire, { chunks: [, , , at = ''] }) => wire.replace(at, bent(at)),
    403,
    'SignatureDoesNotMatch',
  ],
  ['other data', (wire) => wire.replace('aaaa', 'aaab'), 403, 'SignatureDoesNotMatch'],
  ['another checksum under the signature', (wire) => wire.replace(crc, 'AAAAAA=='), 403, 'SignatureDoesNotMatch'],
  ['a trailer of another name', (wire) => wire.replace('-crc32:', '-crc64:'), 403, 'SignatureDoesNotMatch'],
  ['no trailer signature', (wire) => wire.replace(/x-amz-trailer-signature.*\r\n/, ''), 400, 'MalformedTrailerError'],
  ['no trailer', (wire) => wire.replace(/x-amz-checksum[^\0]*$/, '\r\n'), 400, 'MalformedTrailerError'],
  ['an end too early', (wire) => wire.slice(0, -2), 400, 'IncompleteBody'],
  ['more behind its end', (wire) => `${wire}more`, 400, 'IncompleteBody'],
])('refuses %s, and keeps what was there', async (what, tamper, status, code) => {
  const path = `/box/${what.replaceAll(' ', '-')}`;
  await s3.send(path, { method: 'PUT', body: 'before' });
  const request = streamed(path);
  const signed = signStreamed(request);
  const wire = Buffer.from(tamper(wireOf(request, signed).toString('latin1'), signed), 'latin1');
  expect(await put(path, signed.headers, wire)).toMatchObject({ status, code });
  expect((await s3.send(path)).text).toBe('before');
});

it.each<[string, Partial<Streamed>, number, string]>([
  ['a wrong checksum, rightly signed', { trailer: ['x-amz-checksum-crc32', 'AAAAAA=='] }, 400, 'BadDigest'],
  ['a checksum that is none', { trailer: ['x-amz-checksum-crc32', 'none'] }, 400, 'BadDigest'],
  ['a trailer that is no checksum', { trailer: ['x-amz-meta-colour', 'red'] }, 400, 'InvalidRequest'],
  ['another secret', { secret: 'other' }, 403, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'NOBODY' }, 403, 'InvalidAccessKeyId'],
  ['another region', { region: 'us-east-1' }, 400, 'AuthorizationHeaderMalformed'],
  ['an old date', { at: '20130524T000000Z' }, 403, 'RequestTimeTooSkewed'],
])('refuses %s', async (what, given, status, code) => {
  const request = streamed(`/box/${what.replaceAll(' ', '-')}`, given);
  const signed = signStreamed(request);
  expect(await put(request.path, signed.headers, wireOf(request, signed))).toMatchObject({ status, code });
  expect((await s3.send(request.path)).code).toBe('NoSuchKey');
});
