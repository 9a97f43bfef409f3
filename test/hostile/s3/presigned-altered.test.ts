import { expect, test } from 'vitest';
import { presigned } from './support/sign.ts';
import { stage } from './support/stage.ts';

const { attack, raw } = stage();
const own = { keyId: 'BOTH', secret: 'BOTH-secret' };
const get = (target: string, more: string[] = [], method = 'GET') =>
  raw(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more.join('')}\r\n`);

test('a presigned URL works as it was signed', async () => {
  expect(await attack('/mine/key', { presign: true })).toMatchObject({ status: 200 });
});

const alterations: Record<string, (url: string) => string> = {
  'another key': (url) => url.replace('/mine/key', '/mine/out/b'),
  'another bucket': (url) => url.replace('/mine/key', '/theirs/secret'),
  'a longer life': (url) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=604800'),
  'a later date': (url) => url.replace(/X-Amz-Date=\d{8}T\d{6}/, 'X-Amz-Date=20991121T041000'),
  'a parameter more': (url) => `${url}&versionId=null`,
  'a parameter that changes the answer': (url) => `${url}&response-content-type=text%2Fhtml`,
  'an operation more': (url) => url.replace('?', '?tagging&'),
  'a credential twice': (url) => url.replace('?', '?X-Amz-Credential=VICTIM%2F20261121%2Fin-mum%2Fs3%2Faws4_request&'),
  'another access key': (url) => url.replace('Credential=BOTH', 'Credential=VICTIM'),
  'an unknown access key': (url) => url.replace('Credential=BOTH', 'Credential=NOBODY'),
  'no signed header': (url) => url.replace('SignedHeaders=host', 'SignedHeaders='),
  'a signed header more': (url) => url.replace('SignedHeaders=host', 'SignedHeaders=host%3Bx-a'),
  'an empty signature': (url) => url.replace(/Signature=\w+$/, 'Signature='),
  'a signature in capitals': (url) => url.replace(/\w+$/, (signature) => signature.toUpperCase()),
  'a signature that is cut': (url) => url.slice(0, -2),
  'a second signature before': (url) => url.replace('?', `?X-Amz-Signature=${'0'.repeat(64)}&`),
  'no algorithm': (url) => url.replace('AWS4-HMAC-SHA256', 'none'),
};

test.each(Object.entries(alterations))('a presigned URL is given %s', async (_, alter) => {
  const url = presigned({ ...own, target: '/mine/key' });
  expect(alter(url)).not.toBe(url);
  const seen = await get(alter(url));
  expect([400, 403]).toContain(seen.status);
  expect(seen.text).not.toMatch(/\r\n\r\nmine$/);
});

test.each(['PUT', 'DELETE', 'POST', 'HEAD'])('a presigned GET is sent as %s', async (method) => {
  const url = presigned({ ...own, target: '/mine/key' });
  expect((await get(url, ['content-length: 0\r\n'], method)).status).toBe(403);
});

test('a presigned PUT is read with', async () => {
  expect(await get(presigned({ ...own, method: 'PUT', target: '/mine/key' }))).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  });
});

test.each(['x-amz-copy-source: theirs/secret', 'x-amz-acl: public-read', 'x-amz-meta-a: b', 'x-amz-tagging: a=b'])(
  'a presigned PUT is given the header %s, which was not signed',
  async (line) => {
    const url = presigned({ ...own, method: 'PUT', target: '/mine/key' });
    expect(await get(url, [`${line}\r\n`, 'content-length: 0\r\n'], 'PUT')).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  },
);

test('a presigned URL and a signed header come together', async () => {
  const sent = { target: presigned({ ...own, target: '/mine/key' }) };
  expect(await attack('/mine/key', { sent })).toMatchObject({ status: 400, code: 'InvalidArgument' });
});
