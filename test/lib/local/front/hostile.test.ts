import { afterEach, expect, test } from 'vitest';
import { frontBefore } from '#test/support/http/front.ts';
import { parseReply, rawHttp } from '#test/support/http/raw-http.ts';

type Front = Awaited<ReturnType<typeof frontBefore>>;
let open: Front[] = [];
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
});
const start = async (...args: Parameters<typeof frontBefore>): Promise<Front> => {
  const front = await frontBefore(...args);
  open.push(front);
  return front;
};
const raw = async (front: Front, text: string) => parseReply(await rawHttp(front.port, text));
const host = (front: Front) => `Host: localhost:${front.port}\r\n`;
const requestId = /^req-[0-9a-z]{26}$/;

test.each(['evil.example:PORT', 'localhost', 'localhost:1'])('Host %s is refused and reaches nobody', async (name) => {
  const front = await start();
  const given = name.replace('PORT', String(front.port));
  const { status, headers, body } = await raw(front, `GET /a HTTP/1.1\r\nHost: ${given}\r\n\r\n`);
  expect(status).toBe(421);
  expect(headers).toMatchObject({ 'x-error-code': 'access_denied', 'content-type': 'application/json' });
  expect(headers['x-request-id']).toMatch(requestId);
  const allowed = `localhost:${front.port}, 127.0.0.1:${front.port} or *.localhost:${front.port}`;
  expect(body).toEqual({ error: `host: "${given}" is not this server (${allowed})` });
  expect(front.arrived).toEqual([]);
});

test('HTTP/1.0 needs no Host, and names no other one', async () => {
  const front = await start();
  expect((await raw(front, 'GET /a HTTP/1.0\r\n\r\n')).status).toBe(200);
  expect((await raw(front, `GET /b HTTP/1.0\r\n${host(front)}\r\n`)).status).toBe(200);
  expect((await raw(front, 'GET /c HTTP/1.0\r\nHost: evil.example\r\n\r\n')).status).toBe(421);
  expect((await raw(front, 'GET http://evil.example/d HTTP/1.0\r\n\r\n')).status).toBe(421);
  expect((await raw(front, `GET /e HTTP/1.0\r\n${host(front)}${host(front)}\r\n`)).status).toBe(400);
  expect(front.arrived.map(({ url }) => url)).toEqual(['/a', '/b']);
});

test.each([
  ['no Host', 'GET /a HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /a HTTP/1.1\r\nHOSTHost: evil\r\n\r\n'],
  ['a length and chunks', 'POST /a HTTP/1.1\r\nHOSTContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'POST /a HTTP/1.1\r\nHOSTContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
  ['a length with a sign', 'POST /a HTTP/1.1\r\nHOSTContent-Length: +3\r\n\r\nabc'],
  ['an unknown coding', 'POST /a HTTP/1.1\r\nHOSTTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'POST /a HTTP/1.1\r\nHOSTContent-Length : 3\r\n\r\nabc'],
  ['a bare line feed within a header', 'GET /a HTTP/1.1\nHOSTX: a\n\n'],
  ['a folded header', 'GET /a HTTP/1.1\r\nHOSTX: a\r\n b\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a NUL in a header', 'GET /a HTTP/1.1\r\nHOSTX: a\0b\r\n\r\n'],
])('%s is refused in our shape and reaches nobody', async (_what, text) => {
  const front = await start();
  const reply = await raw(front, text.replace('HOST', host(front)));
  expect(reply.status).toBe(400);
  expect(reply.headers['x-request-id']).toMatch(requestId);
  expect(reply.body).toEqual({ error: expect.any(String) });
  expect(front.arrived).toEqual([]);
});

test('a request smuggled behind another is its own request, by its own Host', async () => {
  const front = await start();
  const second = 'GET /b HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  const text = await rawHttp(front.port, `POST /a HTTP/1.1\r\n${host(front)}Content-Length: 2\r\n\r\n{}${second}`);
  expect(text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 421']);
  expect(front.arrived.map(({ url }) => url)).toEqual(['/a']);
});

test('headers over 16 KiB are refused with 431', async () => {
  const front = await start();
  const { status, body } = await raw(front, `GET /a HTTP/1.1\r\n${host(front)}X: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(status).toBe(431);
  expect(body).toEqual({ error: 'headers: larger than 16384 bytes in all' });
});

test('a client that sends its headers drop by drop is cut off with 408', async () => {
  const front = await start(undefined, undefined, 200);
  const slow = rawHttp(front.port, `GET /a HTTP/1.1\r\n${host(front)}X: `, 5_000);
  const reply = parseReply(await slow);
  expect(reply).toMatchObject({ status: 408, body: { error: 'the request did not arrive in time' } });
  expect(front.arrived).toEqual([]);
});
