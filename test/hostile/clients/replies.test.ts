import { expect, test } from 'vitest';
import { foreignPlatform, machine } from './ground.ts';

/* Replies that never end, lead in circles, or lead elsewhere with what is secret. */
const list = ['instance', 'list', '--all', '-o', 'id'];

test('pages that lead in a circle end in an error', async () => {
  const { svc, came } = await foreignPlatform({
    'GET /compute/instances': ({ url }) => ({
      body: { instances: [machine], next_cursor: url.includes('cursor=a') ? 'b' : 'a' },
    }),
  });
  const { code, err } = await svc(list);
  expect({ code, err }).toEqual({
    code: 7,
    err: 'svc: listInstances: the page at a leads to itself (invalid_reply)\n',
  });
  expect(came).toHaveLength(3);
});

test('pages without items that never end, end in an error', async () => {
  let page = 0;
  const { svc, came } = await foreignPlatform({
    'GET /compute/instances': () => {
      page += 1;
      return { body: { instances: [], next_cursor: `${page}` } };
    },
  });
  const { code, err } = await svc(list);
  expect({ code, err }).toEqual({
    code: 7,
    err: 'svc: listInstances: 1000 empty pages in succession (invalid_reply)\n',
  });
  expect(came).toHaveLength(1000);
});

test.each([{ instances: [] }, { instances: [], next_cursor: 1 }, { instances: {}, next_cursor: '' }, [], null])(
  '%j is no page of a list',
  async (body) => {
    const { svc } = await foreignPlatform({ 'GET /compute/instances': () => ({ body }) });
    expect(await svc(list)).toMatchObject({ code: 7, err: expect.stringContaining('is no page of a list') });
  },
);

test('a body that does not end, plain or packed, is no reply', async () => {
  const { gzipSync } = await import('node:zlib');
  const large = `"${'x'.repeat(65 * 1024 * 1024)}"`;
  const packed = { headers: { 'content-encoding': 'gzip' }, text: gzipSync(large) };
  for (const reply of [{ text: large }, packed]) {
    const { svc } = await foreignPlatform({ 'GET /auth/me': () => reply });
    const { code, out, err } = await svc(['whoami']);
    expect({ code, out, err }).toMatchObject({ code: 7, out: '', err: expect.stringContaining('(connection_failed)') });
  }
});

test('a redirect takes no credentials to another origin', async () => {
  const other = await foreignPlatform({});
  const { svc } = await foreignPlatform({
    'GET /auth/me': () => ({ status: 307, headers: { location: `${other.baseUrl}/auth/me` } }),
  });
  const { code, err } = await svc(['whoami'], { env: { SVC_TOKEN: 'secret' } });
  expect({ code, err }).toEqual({
    code: 7,
    err: 'svc: HTTP 307, and redirects are not followed: is the base URL that of the API? (invalid_reply)\n',
  });
  expect(other.came).toEqual([]);
});
