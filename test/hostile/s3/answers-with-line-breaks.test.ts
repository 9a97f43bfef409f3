import { expect, test } from 'vitest';
import { presigned } from './support/sign.ts';
import { stage } from './support/stage.ts';

const { attack, raw, makes } = stage();

test.each(['content-disposition', 'content-type', 'cache-control', 'content-language', 'content-encoding', 'expires'])(
  'a link says what %s its answer has, with a header more',
  async (name) => {
    const target = `/mine/key?response-${name}=${encodeURIComponent('a\r\nset-cookie: b=c')}`;
    const url = presigned({ target, keyId: 'BOTH', secret: 'BOTH-secret' });
    const seen = await raw(`GET ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(seen.text.split('\r\n\r\n')[0]).not.toMatch(/^set-cookie/im);
    expect(seen.status).toBe(400);
  },
);

test('an object is called like a header, and like markup', async () => {
  const key = 'in/%0d%0aset-cookie:%20b=c%3Cscript%3E';
  makes('mine/in/\r\nset-cookie: b=c<script>');
  expect((await attack(`/mine/${key}`, { method: 'PUT', body: 'x' })).status).toBe(200);
  const listed = await attack('/mine?list-type=2&prefix=in%2F%0D');
  expect(listed.text).toContain('&lt;script&gt;');
  expect(listed.text).not.toContain('<script>');
  const none = await attack(`/mine/${key}none`);
  expect(none.status).toBe(404);
  expect(none.text).not.toMatch(/^set-cookie/im);
  expect(none.text).not.toContain('<script>');
});
