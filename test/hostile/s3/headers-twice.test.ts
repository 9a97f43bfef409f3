import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

const { attack, raw } = stage();

test.each([
  'x-amz-date: 20261121T041000Z',
  'x-amz-content-sha256: UNSIGNED-PAYLOAD',
  'authorization: AWS4-HMAC-SHA256 Credential=OWNER/20261121/in-mum/s3/aws4_request,SignedHeaders=host,Signature=00',
  'x-amz-copy-source: mine/out/b',
  'X-Amz-Copy-Source: theirs/secret',
  'content-length: 3',
  'transfer-encoding: chunked',
  'transfer-encoding: identity, chunked',
  'x-amz-copy-source : theirs/secret',
  ' x-amz-copy-source: theirs/secret',
  'x-amz-meta-a: b\u0000',
])('a header comes a second time, or as no header is written: %s', async (line) => {
  const seen = await attack('/mine/key', { method: 'PUT', lines: [line] });
  expect(seen.status).toBeGreaterThanOrEqual(400);
  expect(seen.status).toBeLessThan(500);
});

test.each([
  'x-http-method-override: DELETE',
  'x-original-url: /theirs/secret',
  'x-forwarded-host: theirs.localhost',
  'x-rewrite-url: /theirs/secret',
])('a header asks for another request than the one that was signed: %s', async (line) => {
  const seen = await attack('/mine/key', { lines: [line] });
  expect(seen.status).toBe(200);
  expect(seen.text).toMatch(/\r\n\r\nmine$/);
});

test('a second request stands in the body of the first', async () => {
  const inner = 'GET /theirs/secret HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const seen = await attack('/mine/key', {
    sent: { body: inner, headers: { 'content-length': '0', connection: 'keep-alive' } },
  });
  expect(seen.text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
});

test('a request has no host, or no target', async () => {
  expect((await raw('GET /theirs/secret HTTP/1.1\r\n\r\n')).status).toBe(400);
  expect((await raw('GET theirs/secret HTTP/1.1\r\nhost: localhost\r\n\r\n')).status).toBe(400);
  expect((await raw('GET * HTTP/1.1\r\nhost: localhost\r\n\r\n')).status).toBe(400);
});
