import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { callInProcess } from '#lib/local/transport/in-process.ts';
import { poster } from '#lib/local/transport/post.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An engine that answers each request by `answer`; `sockets` are the connections that it has had. */
async function engine(answer: (socket: Socket, request: string) => unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-post-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (request) => answer(socket, String(request)));
  });
  const path = join(folder, 'engine');
  await once(server.listen(path), 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return { sockets, path, post: poster(path, 'Service_1') };
}

const good = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

test('a call has the length of its body in bytes, its operation, and nothing secret', async () => {
  const requests: string[] = [];
  const { post } = await engine((socket, request) => {
    requests.push(request);
    socket.write(good('{}'));
  });
  await post('GetItem', '{"a":"₹"}');
  const [head = '', body] = requests.join('').split('\r\n\r\n');
  expect(head.split('\r\n').sort()).toEqual([
    'Connection: keep-alive',
    'Host: localhost',
    'POST / HTTP/1.1',
    'authorization: AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0',
    'content-length: 11',
    'content-type: application/x-amz-json-1.0',
    'x-amz-date: 20000101T000000Z',
    'x-amz-target: Service_1.GetItem',
  ]);
  expect(body).toBe('{"a":"₹"}');
});

test('an answer is read whole, in whatever pieces it comes', async () => {
  const bytes = Buffer.from(good('{"a":"₹"}'));
  let at = 0;
  const { post } = await engine((socket) => {
    const next = () => {
      socket.write(bytes.subarray(at, ++at));
      if (at < bytes.length) setImmediate(next);
    };
    next();
  });
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: '{"a":"₹"}' });
});

test('calls after one another share a connection; a refusal does not end it', async () => {
  const { post, sockets } = await engine((socket, request) =>
    socket.write(request.includes('.Bad') ? good('no').replace('200 OK', '400 Bad Request') : good('yes')),
  );
  expect(await post('Good', '{}')).toEqual({ isGood: true, text: 'yes' });
  expect(await post('Bad', '{}')).toEqual({ isGood: false, text: 'no' });
  expect(await post('Good', '')).toEqual({ isGood: true, text: 'yes' });
  expect(sockets).toHaveLength(1);
});

test('of many calls at once fifty are under way, and each has its own answer', async () => {
  const { post, sockets } = await engine((socket, request) =>
    setImmediate(() => socket.write(good(request.split('\r\n\r\n')[1] ?? ''))),
  );
  const bodies = Array.from({ length: 400 }, (_, index) => `${index}`);
  const answers = await Promise.all(bodies.map((body) => post('Echo', body)));
  expect(answers.map(({ text }) => text)).toEqual(bodies);
  expect(sockets).toHaveLength(50);
});

test('an answer of another protocol is an error with a code, and the next call has another connection', async () => {
  let answer = 'SSH-2.0-OpenSSH\r\n\r\n';
  const { post, sockets } = await engine((socket) => socket.write(answer));
  await expect(post('GetItem', '{}')).rejects.toMatchObject({ code: 'HPE_INVALID_CONSTANT' });
  answer = good('{}');
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: '{}' });
  expect(sockets).toHaveLength(2);
});

const other = {
  'an answer without its length': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'more than the length that it tells': `${good('{}')}{}`,
  'a status that is none': good('{}').replace('200', '99'),
  'a head without an end': `HTTP/1.1 200 OK\r\na: ${'b'.repeat(16_384)}`,
};
test.each(Object.entries(other))('%s is an error with a code', async (_, answer) => {
  const { post } = await engine((socket) => socket.write(answer));
  await expect(post('GetItem', '{}')).rejects.toMatchObject({ code: 'HPE_INVALID_CONSTANT' });
});

test('what an engine sends without a call ends the connection, and the next call has another', async () => {
  const { post, sockets } = await engine((socket) => socket.write(good('{}')));
  await post('GetItem', '{}');
  const ended = once(sockets[0] as Socket, 'close');
  sockets[0]?.write(good('{}'));
  await ended;
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: '{}' });
  expect(sockets).toHaveLength(2);
});

test('an engine in this process is called without a connection, for as long as it says', async () => {
  const { post, path, sockets } = await engine((socket) => socket.write(good('by socket')));
  const end = callInProcess(path, async (operation, body) => ({ isGood: true, text: `${operation} ${body}` }));
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: 'GetItem {}' });
  expect(sockets).toHaveLength(0);
  end();
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: 'by socket' });
});

test('an engine that goes away is an error with a code; one that is back is found again', async () => {
  let isGoing = true;
  const { post, sockets } = await engine((socket) => (isGoing ? socket.destroy() : socket.write(good('{}'))));
  await expect(post('GetItem', '{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
  isGoing = false;
  expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: '{}' });
  expect(sockets).toHaveLength(2);
});

test('after an answer that ends the connection comes another connection', async () => {
  const { post, sockets } = await engine((socket) =>
    socket.end(good('{}').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
  );
  for (let call = 0; call < 2; call++) expect(await post('GetItem', '{}')).toEqual({ isGood: true, text: '{}' });
  expect(sockets).toHaveLength(2);
});

test('where no engine is, it is an error with a code', async () => {
  const post = poster(join(tmpdir(), 'svc-test-no-such-socket'), 'Service_1');
  await expect(post('GetItem', '{}')).rejects.toMatchObject({ code: 'ENOENT' });
});
