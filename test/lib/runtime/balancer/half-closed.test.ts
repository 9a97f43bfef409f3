import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { saidAndEnded } from '#test/support/http/half-closed.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { balancing, said, serving, tcp, web } from './support.ts';

/* A client that ends its side of the connection after the request waits for the answer (RFC 9293 3.6). */

const { cert, key } = makeCertificate({ names: ['shop.example.in'] });
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];
const half = (port: number) => connect({ port, host: '127.0.0.1', allowHalfOpen: true });
const halfTls = (port: number) =>
  connectTls({ socket: half(port), rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });

/** A request with a body. */
const asked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: shop.example.in\r\nContent-Length: 3\r\n\r\nabc`;

/** A backend that answers /held only once it was let go, with the body that it was sent. */
async function holding() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const place = await web('a', async (incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('latin1').on('error', () => undefined);
    incoming.on('data', (part: string) => {
      body += part;
    });
    await new Promise((done) => incoming.once('end', done));
    if (incoming.url === '/held') {
      held += 1;
      await released;
    }
    outgoing.end(`${incoming.url} ${body}`);
  });
  return { place, release, isHeld: () => held > 0 };
}

describe.each([
  ['http', half],
  ['https', halfTls],
] as const)('%s', (protocol, open) => {
  const given = { protocol, ...(protocol === 'https' && { certificates }) };
  const ask = (port: number, text: string) => saidAndEnded(open(port) as Socket, text);

  test('the answer comes, however long it takes', async () => {
    const { place, release, isHeld } = await holding();
    const { port } = await balancing([serving(place)], given);
    const answer = ask(port, asked('/held'));
    await eventually(isHeld);
    // The end of the client's side is known by now: what was sent later has been answered.
    expect(await ask(port, asked('/other'))).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/other abc/);
    release();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/held abc/);
  });

  test('two requests in one piece get two answers', async () => {
    const { place } = await holding();
    const { port } = await balancing([serving(place)], given);
    expect((await ask(port, asked('/a') + asked('/b'))).match(/\/[ab] abc/g)).toEqual(['/a abc', '/b abc']);
  });

  test('half a body is none', async () => {
    const { place } = await holding();
    const { port } = await balancing([serving(place)], given);
    expect(await ask(port, asked('/a').slice(0, -1))).not.toMatch(/ 200 /);
  });

  test('a client that never reads is let go by the usual limit, and so is what the backend sends it', async () => {
    let [begun, ended] = [0, 0];
    const place = await web('a', (_, outgoing) => {
      begun += 1;
      const block = Buffer.alloc(1_000_000);
      const more = () => outgoing.write(block);
      outgoing.on('drain', more).on('close', () => {
        ended += 1;
      });
      more();
    });
    const { port } = await balancing([serving(place)], { ...given, limits: { client: 200 } });
    for (let count = 0; count < 20; count++) {
      const deaf = open(port);
      onTestFinished(() => void deaf.destroy());
      deaf.on('error', () => undefined).pause();
      deaf.end(asked('/'));
    }
    // On a busy computer the limit may end one before its request has come to the backend.
    await eventually(() => begun > 0 && ended === begun);
  });
});

test('through a tcp listener either side ends alone, and the other one still speaks', async () => {
  const place = await tcp('a', (socket) => {
    socket.end('welcome ');
    let heard = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += part;
      if (heard === 'late') ears.resolve(heard);
    });
  });
  const ears = Promise.withResolvers<string>();
  const { port } = await balancing([serving(place)], { protocol: 'tcp' });
  const client = half(port);
  onTestFinished(() => void client.destroy());
  let answer = '';
  for await (const part of client.setEncoding('latin1')) answer += part;
  expect(answer).toBe('welcome ');
  client.end('late');
  expect(await ears.promise).toBe('late');
});

test('a client that has gone counts for its backend no longer than the answer takes', async () => {
  const { place, release, isHeld } = await holding();
  const running = await balancing([serving(place)]);
  const gone = half(running.port);
  gone.end(asked('/held'));
  await eventually(isHeld);
  gone.destroy();
  release();
  expect(await said(running.port, `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});
