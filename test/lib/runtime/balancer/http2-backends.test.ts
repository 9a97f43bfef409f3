import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type ServerHttp2Stream,
} from 'node:http2';
import { request } from 'node:https';
import type { Server, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { balancing, listening, serving } from './support.ts';

/* An https listener whose backends speak HTTP/2: what they and their connections do. */

const { cert, key } = makeCertificate({ names: ['shop.example.in'] });
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];
const check = { protocol: 'tcp' as const, port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 };
const health_check = { ...check, healthy_threshold: 1, unhealthy_threshold: 2, expected: [] };

/** A backend of HTTP/2 that does what the test says, and a client's connection to the listener before it. */
async function raw(serve: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void) {
  const server = createServer();
  server.on('sessionError', () => undefined);
  server.on('session', (session) => onTestFinished(() => session.destroy()));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    serve(stream, headers);
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const port = await listening(server as unknown as Server);
  const running = await balancing([serving({ instance_id: 'a', private_ip: '127.0.0.1', port })], {
    ...{ protocol: 'https' as const, certificates, health_check },
    listener: { backend_protocol: 'grpc' },
  });
  const session: ClientHttp2Session = connect(`https://127.0.0.1:${running.port}`, { rejectUnauthorized: false });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  return { running, session, breakAll: () => sockets.forEach((socket) => void socket.resetAndDestroy()) };
}

const answered = (stream: ClientHttp2Stream) =>
  new Promise<{ status: unknown; text: string; code: number; trailers: Record<string, unknown> }>((resolve) => {
    const got = { status: undefined as unknown, text: '', trailers: {} };
    stream.on('error', () => undefined);
    stream.on('response', (fields) => Object.assign(got, { status: fields[':status'] }));
    stream.on('trailers', (fields) => Object.assign(got, { trailers: Object.fromEntries(Object.entries(fields)) }));
    stream.setEncoding('utf8').on('data', (part) => (got.text += part));
    stream.once('close', () => resolve({ ...got, code: stream.rstCode ?? 0 }));
  });

describe('what a backend does', () => {
  const ask = (session: ClientHttp2Session) =>
    session.request({ ':path': '/x', ':authority': 'a', ':method': 'POST', te: 'trailers' });

  test.each([constants.NGHTTP2_REFUSED_STREAM, constants.NGHTTP2_ENHANCE_YOUR_CALM, constants.NGHTTP2_INTERNAL_ERROR])(
    'a reset with %i is the client’s',
    async (code) => {
      const { session } = await raw((stream) => {
        setImmediate(() => stream.close(code));
      });
      expect((await answered(ask(session).end('x'))).code).toBe(code);
    },
  );

  test('an answer that is broken off is broken off, and never taken for the whole', async () => {
    const { session } = await raw((stream) => {
      stream.respond({ ':status': 200 });
      stream.write('a part', () => stream.destroy(new Error('broken')));
    });
    const answer = await answered(ask(session).end('x'));
    expect([answer.status, answer.code]).toEqual([200, constants.NGHTTP2_INTERNAL_ERROR]);
  });

  test('a GOAWAY: what is under way ends well, and the next call has a new connection', async () => {
    const sessions = new Set<unknown>();
    const { session } = await raw((stream) => {
      sessions.add(stream.session);
      stream.session?.close();
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end('well');
    });
    for (let n = 1; n <= 3; n++) {
      const answer = await answered(ask(session).end('x'));
      expect(answer).toEqual({ status: 200, text: 'well', code: 0, trailers: { 'grpc-status': '0' } });
    }
    expect(sessions.size).toBe(3);
  });

  test('a connection that breaks is 502, or a reset within an answer', async () => {
    let begins = false;
    const { session, breakAll } = await raw((stream) => {
      if (begins) stream.respond({ ':status': 200 });
      setImmediate(() => breakAll());
    });
    expect((await answered(ask(session).end('x'))).status).toBe(502);
    begins = true;
    expect((await answered(ask(session).end('x'))).code).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  });

  test('trailers of a client reach it, and TE is its own', async () => {
    const heard: unknown[] = [];
    const { session } = await raw((stream, headers) => {
      stream.on('trailers', (fields) => heard.push(Object.fromEntries(Object.entries(fields))));
      stream.resume().on('end', () => stream.respond({ ':status': 200, was: String(headers.te) }, { endStream: true }));
    });
    const stream = session.request({ ':method': 'POST', ':authority': 'a', te: 'trailers' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ sum: '42' }));
    expect((await answered(stream.end('x'))).status).toBe(200);
    expect(heard).toEqual([{ sum: '42' }]);
  });
});

test('a client that speaks HTTP/1.1 is told so', async () => {
  const { running } = await raw((stream) => stream.respond({ ':status': 200 }, { endStream: true }));
  const asked = await new Promise<number | undefined>((resolve, reject) => {
    const call = request({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    call.on('error', reject).end();
  });
  expect(asked).toBe(505);
});
