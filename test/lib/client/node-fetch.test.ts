import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { nodeFetch } from '#lib/client/node/node-fetch.ts';
import { served } from './support/served.ts';

const init = { method: 'GET', headers: {}, signal: new AbortController().signal, credentials: 'omit' } as const;

test('requests go over one connection', async () => {
  const { baseUrl, came, connections } = await served(() => ({}));
  const svc = createClient({ baseUrl, fetch: nodeFetch() });
  for (const _ of [1, 2, 3]) await svc.getMe();
  expect([came.length, connections()]).toEqual([3, 1]);
});

test('a body, its length and text beyond ASCII arrive', async () => {
  const { baseUrl, came } = await served(({ body }) => ({ text: body, status: 201 }));
  const body = { name: 'g', description: 'für é 🙂' };
  const reply = await createClient({ baseUrl, fetch: nodeFetch() }).request('createGroup', { body });
  expect([reply.status, reply.body]).toEqual([201, body]);
  expect(came[0]?.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
});

test('what comes compressed is unpacked, and what only says so is an error', async () => {
  const name = 'é'.repeat(5000);
  const headers = { 'content-encoding': 'gzip' };
  const { baseUrl, came } = await served((_came, number) =>
    number === 1 ? { headers, text: gzipSync(JSON.stringify({ name })) } : { headers, text: '{}' },
  );
  const svc = createClient({ baseUrl, fetch: nodeFetch(), retries: 0 });
  expect(await svc.getMe()).toEqual({ name });
  expect(came[0]?.headers['accept-encoding']).toBe('gzip');
  await expect(svc.getMe()).rejects.toMatchObject({ code: 'connection_failed' });
});

test('headers are found in any case, and joined where there are several', async () => {
  const { baseUrl } = await served(() => ({ headers: { 'X-One': 'a' } }));
  const { headers } = await nodeFetch()(baseUrl, init);
  expect([headers.get('x-ONE'), headers.get('x-two')]).toEqual(['a', null]);
});
