import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proxyHeader } from '#lib/runtime/balancer/engine/proxy-header.ts';
import type { BalancerSpec } from '#lib/runtime/balancer/spec.ts';
import { balancing, listening, said, serving, tcp } from './support.ts';

/* The header by which backends of a tcp listener learn who asks: HAProxy's PROXY protocol, versions 1 and 2. */

type Version = 'none' | 'v1' | 'v2';

/** A backend that keeps what each connection sent; and a balancer before it. */
async function heard(version: Version, health_check?: Partial<BalancerSpec['health_check']>) {
  const connections: { bytes: Buffer }[] = [];
  const place = await tcp('a', (socket) => {
    const one = { bytes: Buffer.alloc(0) };
    connections.push(one);
    socket.on('data', (bytes) => {
      one.bytes = Buffer.concat([one.bytes, bytes]);
      if (one.bytes.includes('bye')) socket.end('bye');
    });
    socket.on('end', () => socket.end());
  });
  const usual = { protocol: 'tcp' as const, port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 };
  const running = await balancing([serving(place)], {
    protocol: 'tcp',
    listener: { proxy_protocol: version },
    health_check: { ...usual, healthy_threshold: 1, unhealthy_threshold: 2, expected: [], ...health_check },
  });
  return { running, connections };
}

/** Sends this, and answers what the backend was sent in this connection, with the port that the client had. */
async function relayed(version: Version, text: string) {
  const { running, connections } = await heard(version);
  const socket = connect(running.port, '127.0.0.1', () => socket.write(text));
  const own = await new Promise<number>((done) =>
    socket.once('data', () => {
      done(socket.localPort ?? 0);
      socket.end();
    }),
  );
  const [one] = connections.filter(({ bytes }) => bytes.includes('bye'));
  return { bytes: one?.bytes ?? Buffer.alloc(0), own, port: running.port };
}

const portsOf = (...ports: number[]) => Buffer.from(ports.flatMap((port) => [port >> 8, port & 255]));
const signature = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
const v2Header = (own: number, port: number) =>
  Buffer.concat([signature, Buffer.from([0x21, 0x11, 0, 12, 127, 0, 0, 1, 127, 0, 0, 1]), portsOf(own, port)]);

describe('a connection begins with', () => {
  test('nothing but the client’s bytes', async () => {
    expect(String((await relayed('none', 'hello bye')).bytes)).toBe('hello bye');
  });

  test('a line of version 1', async () => {
    const { bytes, own, port } = await relayed('v1', 'hello bye');
    expect(String(bytes)).toBe(`PROXY TCP4 127.0.0.1 127.0.0.1 ${own} ${port}\r\nhello bye`);
  });

  test('the bytes of version 2', async () => {
    const { bytes, own, port } = await relayed('v2', 'hello bye');
    expect(bytes).toEqual(Buffer.concat([v2Header(own, port), Buffer.from('hello bye')]));
  });

  test('addresses of the client and of the listener', () => {
    const ends = { from: '203.0.113.255', fromPort: 65_535, to: '198.51.100.1', toPort: 443 };
    expect(String(proxyHeader('v1', ends))).toBe('PROXY TCP4 203.0.113.255 198.51.100.1 65535 443\r\n');
    expect(proxyHeader('v2', ends).subarray(12).toString('hex')).toBe('2111000ccb0071ffc6336401ffff01bb');
  });
});

test('a changed listener: connections that are open keep what they have, new ones get the header', async () => {
  const { running, connections } = await heard('none');
  const open = connect(running.port, '127.0.0.1', () => open.write('old '));
  await expect.poll(() => connections.map(({ bytes }) => String(bytes))).toContain('old ');
  const { port } = running;
  running.change({ listeners: [{ protocol: 'tcp', port, target_port: 1, proxy_protocol: 'v1' }] });
  expect(await said(port, 'new bye')).toBe('bye');
  open.end('bye');
  await expect.poll(() => connections.map(({ bytes }) => String(bytes))).toContain('old bye');
  expect(connections.map(({ bytes }) => String(bytes)).find((text) => text.endsWith('new bye'))).toMatch(
    /^PROXY TCP4 127\.0\.0\.1 127\.0\.0\.1 \d+ \d+\r\nnew bye$/,
  );
});

test('200 clients at once: each connection begins with its own client', async () => {
  const { running, connections } = await heard('v1');
  const clients = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const socket = connect(running.port, '127.0.0.1');
      await new Promise((done) => socket.once('connect', done));
      const own = socket.localPort;
      socket.write(`I am ${own}, ${at} bye`);
      await new Promise((done) => socket.once('data', done));
      socket.end();
      return `PROXY TCP4 127.0.0.1 127.0.0.1 ${own} ${running.port}\r\nI am ${own}, ${at} bye`;
    }),
  );
  const texts = connections.map(({ bytes }) => String(bytes)).filter((text) => text.includes('bye'));
  expect(texts.toSorted()).toEqual(clients.toSorted());
});

describe('a health check has no client', () => {
  test.each([
    ['v1', 'tcp', Buffer.from('PROXY UNKNOWN\r\n')],
    ['v2', 'tcp', Buffer.concat([signature, Buffer.from([0x20, 0, 0, 0])])],
    ['v1', 'http', Buffer.from('PROXY UNKNOWN\r\nGET /health HTTP/1.1\r\n')],
    ['v2', 'http', Buffer.concat([signature, Buffer.from([0x20, 0, 0, 0]), Buffer.from('GET /health HTTP/1.1\r\n')])],
    ['none', 'http', Buffer.from('GET /health HTTP/1.1\r\n')],
  ] as const)('%s, checked by %s', async (version, protocol, start) => {
    const seen: Buffer[] = [];
    const place = await tcp('a', (socket) => {
      socket.once('data', (bytes) => {
        seen.push(bytes);
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      });
    });
    const check = { protocol, port: null, path: '/health', interval_seconds: 0.05, timeout_seconds: 30 };
    await balancing([serving(place)], {
      protocol: 'tcp',
      listener: { proxy_protocol: version },
      health_check: { ...check, healthy_threshold: 1, unhealthy_threshold: 2, expected: [{ from: 200, to: 200 }] },
    });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen[0]?.subarray(0, start.length)).toEqual(start);
  });
});

const isInstalled = (program: string) => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A program with its configuration, until the end of the test. */
function running(program: string, args: (file: string) => string[], configuration: (folder: string) => string): void {
  const folder = mkdtempSync(join(tmpdir(), 'svc-proxied-'));
  const file = join(folder, 'configuration');
  writeFileSync(file, configuration(folder));
  const child = spawn(program, args(file), { stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
}

/** A port that nothing has. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((done) => server.close(done));
  return port;
}

const servers = {
  nginx: (port: number) =>
    running(
      'nginx',
      // Its end removes its pid file, which is in the folder of the prefix.
      (file) => ['-e', 'stderr', '-p', dirname(file), '-c', file],
      (folder) => `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; server { listen 127.0.0.1:${port} proxy_protocol;
location / { return 200 "$proxy_protocol_addr $proxy_protocol_port\\n"; } } }`,
    ),
  haproxy: (port: number) =>
    running(
      'haproxy',
      (file) => ['-db', '-f', file],
      () => `defaults
  mode http
  timeout client 9s
  timeout connect 9s
  timeout server 9s
frontend web
  bind 127.0.0.1:${port} accept-proxy
  http-request return status 200 content-type text/plain lf-string "%[src] %[src_port]\\n"
`,
    ),
};

describe.each(['nginx', 'haproxy'] as const)('%s behind it', (program) => {
  test.runIf(isInstalled(program)).each(['v1', 'v2'] as const)('learns the client by %s', async (version) => {
    const port = await freePort();
    servers[program](port);
    const running = await balancing([serving({ instance_id: 'a', private_ip: '127.0.0.1', port })], {
      protocol: 'tcp',
      listener: { proxy_protocol: version },
      health_check: {
        ...{ protocol: 'http', port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 },
        ...{ healthy_threshold: 1, unhealthy_threshold: 2, expected: [{ from: 200, to: 200 }] },
      },
    });
    const socket: Socket = connect({ port: running.port, host: '127.0.0.1', localAddress: '127.9.8.7' }, () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    let own = 0;
    socket.once('connect', () => {
      own = socket.localPort ?? 0;
    });
    let text = '';
    await new Promise((done) => socket.on('data', (part) => (text += part)).once('close', done));
    expect(text.split('\r\n\r\n')[1]).toContain(`127.9.8.7 ${own}\n`);
  });
});
