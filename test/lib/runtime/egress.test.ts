import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from '#lib/runtime/egress/addresses.ts';
import type { EgressPolicy } from '#lib/runtime/egress/dialer.ts';
import { makeEgressProxy } from '#lib/runtime/egress/proxy.ts';
import { saidAndEnded } from '#test/support/http/half-closed.ts';

describe('the way out of a VPC', () => {
  it.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
      '192.0.2.1',
      '203.0.113.1',
    ],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1'],
    ...['192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
  ])('does not lead to %s', (address) => {
    expect(isPublicAddress(address, new Set())).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '172.15.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'leads to %s',
    (address) => {
      expect(isPublicAddress(address, new Set())).toBe(true);
      expect(isPublicAddress(address, new Set([address]))).toBe(false);
    },
  );
});

it.each(['2A00:1450:0:0:0:0:0:1', '2a00:1450::1%eth0', '2a00:1450::0.0.0.1'])(
  'does not lead to an address of this host that is written %s',
  (address) => {
    expect(isPublicAddress(address, new Set(['192.0.2.2', '2a00:1450::1']))).toBe(false);
    expect(isPublicAddress(address, new Set(['2a00:1450::2']))).toBe(true);
  },
);

describe('the proxy', () => {
  let site: Server;
  let echo: ReturnType<typeof createTcpServer>;
  let entry: ReturnType<typeof createTcpServer>;
  let resolutions = 0;
  const policy: EgressPolicy = {
    // As with DNS rebinding: open when it is checked, closed if anyone were to ask again.
    resolve: async (name) => {
      if (name === 'nowhere.test') throw new Error('ENOTFOUND');
      resolutions += 1;
      return name === 'mixed.test' ? ['10.0.0.1', '127.0.0.1'] : [resolutions % 2 === 1 ? '127.0.0.1' : '10.0.0.1'];
    },
    allows: (address) => address === '127.0.0.1',
  };
  const proxy = makeEgressProxy(() => policy, undefined, {
    host: '10.9.9.9',
    answer: ({ method, url }, outgoing, client) => outgoing.end(`${method} ${url} of ${client}`),
  });

  beforeAll(async () => {
    site = createServer((incoming, outgoing) => {
      incoming
        .resume()
        .on('end', () => outgoing.setHeader('set-cookie', ['a=1', 'b=2']).end(JSON.stringify(incoming.headers)));
    });
    echo = createTcpServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
    entry = createTcpServer({ pauseOnConnect: true }, (socket) => proxy.serve(socket));
    for (const server of [site, echo, entry]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    proxy.close();
    for (const server of [site, echo, entry]) server.close();
  });
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

  const get = (url: string, headers = {}) =>
    new Promise<{ incoming: IncomingMessage; body: string }>((resolve, reject) => {
      const call = request({
        port: portOf(entry),
        host: '127.0.0.1',
        path: url,
        headers: { host: 'lie.test', ...headers },
      });
      call.on('error', reject).on('response', async (incoming) => {
        let body = '';
        for await (const chunk of incoming) body += chunk;
        resolve({ incoming, body });
      });
      call.end();
    });
  const tunnel = (target: string) =>
    new Promise<{ status: number; socket: Socket }>((resolve) => {
      const call = request({ port: portOf(entry), host: '127.0.0.1', method: 'CONNECT', path: target });
      call.on('connect', (incoming, socket) => resolve({ status: incoming.statusCode ?? 0, socket }));
      call.end();
    });

  it('answers a client that has ended its side after the request', async () => {
    resolutions = 0;
    const client = connect({ port: portOf(entry), host: '127.0.0.1', allowHalfOpen: true });
    const target = `http://site.test:${portOf(site)}/x`;
    expect(await saidAndEnded(client, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('passes a request on with its own headers only, to the address that was checked', async () => {
    resolutions = 0;
    const { incoming, body } = await get(`http://site.test:${portOf(site)}/x`, {
      'proxy-authorization': 'secret',
      accept: 'a/b',
    });
    expect(incoming.statusCode).toBe(200);
    expect(incoming.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(JSON.parse(body)).toMatchObject({ host: `site.test:${portOf(site)}`, accept: 'a/b' });
    expect(body).not.toContain('secret');
    expect(resolutions).toBe(1);
  });

  it('leaves the closed addresses of a name out', async () => {
    expect((await get(`http://mixed.test:${portOf(site)}/`)).incoming.statusCode).toBe(200);
  });

  it.each([
    ['http://10.0.0.1/', 403, '10.0.0.1 is not on the public internet\n'],
    ['http://nowhere.test/', 502, 'nowhere.test has no address\n'],
    ['https://site.test/', 400, 'this is a proxy: http URLs and CONNECT only\n'],
    ['/path', 400, 'this is a proxy: http URLs and CONNECT only\n'],
    ['ftp://site.test/', 400, 'this is a proxy: http URLs and CONNECT only\n'],
  ])('refuses %s', async (url, status, message) => {
    const { incoming, body } = await get(url);
    expect([incoming.statusCode, body]).toEqual([status, message]);
  });

  it.each(['http://10.9.9.9/v1/instance?x=1', 'http://10.9.9.9:80/v1/instance?x=1'])(
    'has %s answered inside, for the address that asks',
    async (url) => {
      const { incoming, body } = await get(url, { 'x-forwarded-for': '10.0.0.7' });
      expect([incoming.statusCode, body]).toEqual([200, 'GET /v1/instance?x=1 of 127.0.0.1']);
    },
  );

  it.each(['http://10.9.9.9:81/', 'http://10.9.9.9.nip.test/', 'http://10.9.9.9@mixed.test:1/', 'https://10.9.9.9/'])(
    'has %s not answered inside',
    async (url) => {
      resolutions = 1;
      expect((await get(url)).body).not.toMatch(/ of /);
    },
  );

  it('tunnels every byte both ways, also after one side has ended', async () => {
    const { status, socket } = await tunnel(`127.0.0.1:${portOf(echo)}`);
    expect(status).toBe(200);
    const sent = Buffer.alloc(2_000_000, 'x');
    socket.end(sent);
    let received = 0;
    for await (const chunk of socket) received += (chunk as Buffer).length;
    expect(received).toBe(sent.length);
  });

  it.each(['10.0.0.1:22', '10.9.9.9:80', '[::1]:22', 'site.test', '127.0.0.1:'])(
    'refuses a tunnel to %s',
    async (target) => {
      resolutions = 0;
      expect((await tunnel(target)).status).toBe(403);
    },
  );

  it('answers 502 where nobody listens', async () => {
    const free = createTcpServer();
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
    const port = portOf(free);
    await new Promise((done) => free.close(done));
    expect((await tunnel(`127.0.0.1:${port}`)).status).toBe(502);
  });

  it.each([
    'HTTP/1.1 099 None\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  ])('answers 502 for what nobody can pass on: %j', async (bytes) => {
    const odd = createTcpServer((socket) =>
      socket.once('data', () => socket.write(bytes)).on('error', () => undefined),
    );
    await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done));
    onTestFinished(() => void odd.close());
    const { incoming, body } = await get(`http://mixed.test:${portOf(odd)}/`);
    expect([incoming.statusCode, body]).toEqual([502, 'what came is no answer\n']);
  });

  it('survives rubbish', async () => {
    const socket = connect(portOf(entry), '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write('\0\0 rubbish\r\n\r\n');
    await new Promise((done) => socket.once('close', done));
    expect((await get(`http://mixed.test:${portOf(site)}/`)).incoming.statusCode).toBe(200);
  });
});
