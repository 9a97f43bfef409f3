import {
  Client,
  credentials,
  type handleBidiStreamingCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListenerSpec } from '#lib/runtime/balancer/spec.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { balancing, type Place, serving } from './support.ts';

/* An https listener whose backends speak gRPC: HTTP/2 on both sides, with real clients and servers. */

const { cert, key } = makeCertificate({ names: ['shop.example.in'] });
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];
const check = { protocol: 'tcp' as const, port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 };
const health_check = { ...check, healthy_threshold: 1, unhealthy_threshold: 2, expected: [] };
const listener: Partial<ListenerSpec> = { backend_protocol: 'grpc' };

const fronting = (...places: Place[]) =>
  balancing(
    places.map((place) => serving(place)),
    { protocol: 'https', certificates, listener, health_check },
  );

const bytes = (value: Buffer) => value;
const method = (path: string, streams: boolean) => ({
  path,
  requestStream: streams,
  responseStream: streams,
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
});
const service = { once: method('/test.It/Once', false), chat: method('/test.It/Chat', true) };

/** A server of gRPC: `once` answers its name and metadata, `chat` what it hears. */
async function served(id: string): Promise<Place & { readonly server: Server; readonly seen: string[] }> {
  const server = new Server();
  const seen: string[] = [];
  const chat: handleBidiStreamingCall<Buffer, Buffer> = (call) => {
    seen.push('chat');
    call.on('cancelled', () => seen.push('cancelled'));
    call.on('data', (part: Buffer) => call.write(part));
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  };
  server.addService(service, {
    once: (
      call: { request: Buffer; metadata: Metadata },
      done: (error: Partial<ServiceError> | null, value?: Buffer, trailer?: Metadata) => void,
    ) => {
      seen.push(String(call.request));
      const trailer = new Metadata();
      trailer.set('told', JSON.stringify(call.metadata.getMap()));
      if (String(call.request) === 'fail')
        done({ code: status.NOT_FOUND, details: 'no such thing', metadata: trailer });
      else if (String(call.request) !== 'wait') done(null, Buffer.from(id), trailer);
    },
    chat,
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  return { instance_id: id, private_ip: '127.0.0.1', port, server, seen };
}

function calling(port: number): Client {
  const client = new Client(`127.0.0.1:${port}`, credentials.createSsl(Buffer.from(cert)), {
    'grpc.ssl_target_name_override': 'shop.example.in',
  });
  onTestFinished(() => client.close());
  return client;
}

interface Told {
  readonly error: ServiceError | null;
  readonly text: string;
  readonly trailer: Metadata | undefined;
}

/** A deadline that a call which is not answered reaches. */
const soon = () => Date.now() + 300;

const once = (client: Client, text: string, { metadata = new Metadata(), deadline = Date.now() + 60_000 } = {}) =>
  new Promise<Told>((resolve) => {
    let trailer: Metadata | undefined;
    const call = client.makeUnaryRequest(
      service.once.path,
      bytes,
      bytes,
      Buffer.from(text),
      metadata,
      { deadline },
      (error, value) => {
        setImmediate(() => resolve({ error, text: String(value ?? ''), trailer }));
      },
    );
    call.on('status', ({ metadata: fields }) => {
      trailer = fields;
    });
  });

describe('a call', () => {
  test('has its metadata, its trailers and its status', async () => {
    const backend = await served('a');
    const { port } = await fronting(backend);
    const client = calling(port);
    const metadata = new Metadata();
    for (const [name, value] of [
      ['user_id', '7'],
      ['trace.id', 'x'],
      ['x_forwarded_for', 'evil'],
      ['x.real.ip', 'evil'],
    ] as const)
      metadata.set(name, value);
    const good = await once(client, 'hello', { metadata });
    expect([good.error, good.text]).toEqual([null, 'a']);
    const told = JSON.parse(String(good.trailer?.get('told')[0]));
    expect(told).toMatchObject({
      user_id: '7',
      'trace.id': 'x',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': `${port}`,
    });
    expect(JSON.stringify(told)).not.toContain('evil');
    const bad = await once(client, 'fail');
    expect(bad.error).toMatchObject({ code: status.NOT_FOUND, details: 'no such thing' });
    expect(bad.trailer?.get('told')).toHaveLength(1);
  });

  test('streams both ways at once', async () => {
    const { port } = await fronting(await served('a'));
    const chat = calling(port).makeBidiStreamRequest(service.chat.path, bytes, bytes);
    for (const word of ['one', 'two', 'x'.repeat(300_000)]) {
      const heard = new Promise((done) => chat.once('data', (part: Buffer) => done(String(part))));
      chat.write(Buffer.from(word));
      expect(await heard).toBe(word);
    }
    const over = new Promise((done) => chat.once('status', ({ code }) => done(code)));
    chat.resume().end();
    expect(await over).toBe(status.OK);
  });

  test('ends at its deadline and when it is cancelled, also at the backend', async () => {
    const backend = await served('a');
    const { port } = await fronting(backend);
    const client = calling(port);
    expect((await once(client, 'wait', { deadline: soon() })).error?.code).toBe(status.DEADLINE_EXCEEDED);
    const chat = client.makeBidiStreamRequest(service.chat.path, bytes, bytes);
    chat.on('error', () => undefined);
    chat.write(Buffer.from('x'));
    await eventually(() => backend.seen.includes('chat'));
    chat.cancel();
    await eventually(() => backend.seen.includes('cancelled'));
  });

  test('1,000 at once on one connection, on two backends', async () => {
    const [a, b] = await Promise.all([served('a'), served('b')]);
    const client = calling((await fronting(a, b)).port);
    const all = await Promise.all(Array.from({ length: 1_000 }, (_, n) => once(client, `${n}`)));
    expect(all.filter(({ error }) => error !== null)).toEqual([]);
    expect([a.seen.length, b.seen.length]).toEqual([500, 500]);
  });

  test('goes elsewhere where a backend is not reached, and is UNAVAILABLE where none is', async () => {
    const [a, b] = await Promise.all([served('a'), served('b')]);
    const { port } = await fronting(a, b);
    const client = calling(port);
    a.server.forceShutdown();
    const all = await Promise.all(Array.from({ length: 10 }, () => once(client, 'x')));
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set(['b']));
    b.server.forceShutdown();
    expect((await once(client, 'x')).error?.code).toBe(status.UNAVAILABLE);
  });
});
