import { Agent, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { CertificateSpec } from '#lib/runtime/balancer/spec.ts';
import { type Made, makeCertificate } from '#test/support/http/certificate.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { balancing, type Running, serving, web } from './support.ts';

/** A certificate for these names, as a balancer gets it. */
function given(id: string, ...names: string[]): CertificateSpec & Pick<Made, 'cert'> {
  const { cert, key } = makeCertificate({ names });
  return { id, certificate_pem: cert, private_key_pem: key, cert };
}

const shop = given('cert-shop', 'shop.example.in', '*.shop.example.in');
const blog = given('cert-blog', 'blog.example.in', 'api.shop.example.in');

const echo = () => web('i-1', ({ headers }, outgoing) => outgoing.end(JSON.stringify(headers)));

/** An https listener before one backend that answers with the request's headers. */
const secured = async (certificates: readonly CertificateSpec[] = [shop, blog], limits = {}) =>
  balancing([serving(await echo())], { protocol: 'https', certificates, limits });

/** A handshake, and the common name of the certificate that the client was shown. */
function shakeHands(port: number, options: ConnectionOptions = {}): Promise<{ socket: TLSSocket; common: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () =>
      resolve({ socket, common: String(socket.getPeerCertificate().subject.CN) }),
    );
    onTestFinished(() => void socket.destroy());
    socket.on('error', reject);
  });
}

const shownFor = async (port: number, servername?: string) =>
  (await shakeHands(port, servername === undefined ? {} : { servername })).common;

/** One request over TLS; the answer's text. */
const asked = (port: number, agent: Agent, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', agent, rejectUnauthorized: false, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      reply.on('error', reject).on('end', () => resolve(text));
    });
    call.on('error', reject).end();
  });

const keeping = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0 });
  onTestFinished(() => agent.destroy());
  return agent;
};

/** Exchanges the certificates of the listener. */
const use = (running: Running, certificates: readonly CertificateSpec[]) =>
  running.change({
    certificates,
    listeners: [
      { protocol: 'https', port: running.port, target_port: 1, certificate_ids: certificates.map(({ id }) => id) },
    ],
  });

test('a client is shown the certificate for the name that it asks for', async () => {
  const { port } = await secured();
  for (const [name, common] of [
    ['blog.example.in', 'blog.example.in'],
    ['BLOG.example.in', 'blog.example.in'],
    ['www.shop.example.in', 'shop.example.in'],
    // The very name goes before a star.
    ['api.shop.example.in', 'blog.example.in'],
    // A star stands for one label.
    ['a.b.shop.example.in', 'shop.example.in'],
    ['example.in', 'shop.example.in'],
  ] as const)
    expect([name, await shownFor(port, name)]).toEqual([name, common]);
  expect(await shownFor(port)).toBe('shop.example.in');
});

test('a client that knows the certificate trusts it, and the backend sees how it came', async () => {
  const { port } = await secured();
  const agent = new Agent({ ca: blog.cert, servername: 'blog.example.in' });
  const text = await new Promise<string>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', agent, headers: { host: 'blog.example.in' } }, (reply) => {
      reply.setEncoding('utf8').on('data', resolve);
    });
    call.on('error', reject).end();
  });
  expect(JSON.parse(text)).toMatchObject({
    host: 'blog.example.in',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': `${port}`,
    'x-forwarded-host': 'blog.example.in',
  });
});

test('TLS 1.2 and 1.3 are spoken, and nothing older', async () => {
  const { port } = await secured();
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { socket } = await shakeHands(port, { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
  }
  // Old versions need old algorithms, which OpenSSL allows at its lowest level alone.
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
  await expect(shakeHands(port, old)).rejects.toThrow('tlsv1 alert protocol version');
});

test('other certificates are for new connections; open ones live on', async () => {
  const running = await secured([shop]);
  const [agent, fresh] = [keeping(), keeping()];
  await asked(running.port, agent);
  const { socket: open } = await shakeHands(running.port);
  use(running, [blog]);
  expect(await shownFor(running.port)).toBe('blog.example.in');
  expect(await shownFor(running.port, 'www.shop.example.in')).toBe('blog.example.in');
  expect(await asked(running.port, agent)).toContain('"x-forwarded-proto":"https"');
  expect(await asked(running.port, fresh)).toContain('"x-forwarded-proto":"https"');
  open.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const answer = await new Promise<string>((resolve) => open.once('data', (bytes) => resolve(String(bytes))));
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('under load no request fails while certificates change', async () => {
  const running = await secured([shop]);
  let over = false;
  let answers = 0;
  const asking = Array.from({ length: 4 }, async () => {
    const kept = keeping();
    while (!over) {
      expect(await asked(running.port, kept)).toContain('"x-forwarded-proto":"https"');
      expect(await asked(running.port, new Agent({ maxCachedSessions: 0 }))).toContain('"x-forwarded-proto":"https"');
      answers += 2;
    }
  });
  for (let round = 0; round < 20; round++) {
    use(running, round % 2 === 0 ? [blog, shop] : [shop]);
    const before = answers;
    await eventually(() => answers > before);
  }
  over = true;
  await Promise.all(asking);
});

test('a certificate that cannot be served changes nothing', async () => {
  const running = await secured([shop]);
  const broken = { ...blog, private_key_pem: shop.private_key_pem };
  expect(() => use(running, [broken])).toThrow(/^certificate cert-blog cannot be served \(ERR_OSSL_\w+\)$/);
  const listeners = [{ protocol: 'https', port: running.port, target_port: 1, certificate_ids: ['cert-x'] }] as const;
  expect(() => running.change({ listeners, certificates: [] })).toThrow('certificate cert-x cannot be opened');
  expect(await shownFor(running.port)).toBe('shop.example.in');
});

test('a change of protocol is not made by a client', async () => {
  const running = await secured();
  const { socket } = await shakeHands(running.port, { maxVersion: 'TLSv1.2' });
  const refused = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
  socket.renegotiate({ rejectUnauthorized: false }, () => undefined);
  expect(await refused).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' });
});

test('who begins a handshake and says no more is let go, while others are served', async () => {
  const { port } = await secured([shop], { handshake: 300 });
  const silent = Array.from({ length: 200 }, () => connectPlain({ port, host: '127.0.0.1' }));
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
  const ended = silent.map((socket) => new Promise((done) => socket.on('error', done).once('close', done)));
  for (const socket of silent) socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
  expect(await asked(port, new Agent())).toContain('"x-forwarded-proto":"https"');
  await Promise.all(ended);
});

test('a name of megabytes and what is no handshake are not read', async () => {
  const { port } = await secured();
  const header = (length: number) => Buffer.from([0x16, 0x03, 0x01, length >> 8, length & 255]);
  // The first handshake message says that it is 16 MB long.
  const hello = Buffer.concat([Buffer.from([0x01, 0xff, 0xff, 0xff, 0x03, 0x03]), Buffer.alloc(16_378)]);
  const record = Buffer.concat([header(hello.length), hello]);
  for (const bytes of [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), record]) {
    const socket = connectPlain({ port, host: '127.0.0.1' });
    const closed = new Promise((done) => socket.on('error', done).once('close', done));
    const sending = setInterval(() => socket.writable && socket.write(bytes), 1);
    socket.resume();
    await closed.finally(() => clearInterval(sending));
    expect(socket.bytesWritten).toBeLessThan(8_000_000);
  }
  expect(await shownFor(port)).toBe('shop.example.in');
});
