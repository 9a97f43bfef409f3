import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClientOptions } from 'ws';
import { OwnDoor } from '#lib/agent/console/own-door.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import {
  certificate,
  type OwnConsoleHost,
  openOwnConsoles,
  pages,
  ticketFor,
} from '#test/support/browser/own-consoles.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let owner: SignedUp;
let host: OwnConsoleHost;
let machine: Instance;
beforeAll(async () => {
  vi.stubEnv('SVC_CORS_ORIGINS', pages);
  await testTable();
  owner = await signedUp();
  host = await openOwnConsoles();
  machine = await host.machine(owner);
});
afterAll(async () => {
  await host?.close();
  vi.unstubAllEnvs();
});

const ticket = () => ticketFor(owner, machine);
const browser = (options: ClientOptions = {}): ClientOptions => ({ ca: host.ca, origin: pages, ...options });
const refusalOf = async (url: string, options = browser()) => {
  const refused = await ConsoleClient.connect(url, options);
  if (refused instanceof ConsoleClient) throw new Error('it was not refused');
  return [refused.status, refused.code, refused.body.error];
};
/** A connection to the host over which nothing was asked yet. */
const connected = async () => {
  const { hostname, port } = new URL(host.origin);
  const socket = connect({ host: hostname, port: Number(port), ca: host.ca });
  await once(socket, 'secureConnect');
  return socket;
};
const used = [401, 'invalid_token', 'ticket: is not one for this console, was used, or is more than 60 seconds old'];

describe('a host that has joined serves consoles by itself', () => {
  test('a ticket names its address, and opens a shell once', async () => {
    const url = await ticket();
    expect(url).toMatch(new RegExp(`^${host.origin}/compute/ws/instances/${machine.id}/console\\?ticket=ct_`));
    const console = await ConsoleClient.open(`${url}&cols=100&rows=30`, browser());
    console.type('stty size; echo to""gether\r');
    await console.until(/30 100[\s\S]*together/);
    expect(await refusalOf(url)).toEqual(used);
    console.type('exit 3\r');
    expect(await console.closed).toEqual({ code: 1000, reason: 'the shell ended' });
    expect(console.said).toEqual([{ type: 'ready' }, { type: 'exit', code: 3 }]);
  });

  test('a program, which names no origin, needs no more', async () => {
    const console = await ConsoleClient.open(await ticket(), { ca: host.ca });
    console.socket.close();
    expect((await console.closed).code).toBe(1005);
  });

  test('an open one is closed once its machine is down', async () => {
    const console = await ConsoleClient.open(await ticket(), browser());
    await putInto(machine, { status: 'stopped' });
    expect((await console.closed).code).toBe(4409);
    await putInto(machine, { status: 'running' });
  });
});

describe('it refuses', () => {
  test.each(['https://evil.example', 'null', `${pages}.evil.example`, 'http://console.example.in'])(
    'pages of %s, whose ticket is not used up by that',
    async (origin) => {
      const url = await ticket();
      const said = `Origin: ${JSON.stringify(origin)} may not open this console`;
      expect(await refusalOf(url, browser({ origin }))).toEqual([403, 'cross_origin', said]);
      const console = await ConsoleClient.open(url, browser());
      console.socket.close();
    },
  );

  test('whoever has no ticket, whatever else they have', async () => {
    const bare = (await ticket()).split('?')[0] ?? '';
    const missing = [401, 'missing_credentials', 'credentials are missing: send ?ticket='];
    expect(await refusalOf(bare)).toEqual(missing);
    const headers = { authorization: `Bearer ${owner.bearer}`, cookie: `svc_access=${owner.bearer}` };
    expect(await refusalOf(bare, browser({ headers }))).toEqual(missing);
    for (const text of ['', 'ct_', 'ct_short', `ct_${'x'.repeat(43)}`, `ct_${'x'.repeat(5000)}`, '%00'])
      expect(await refusalOf(`${bare}?ticket=${text}`)).toEqual(used);
  });

  test('a ticket of a machine on another host, which is used up by that', async () => {
    const other = await openOwnConsoles();
    try {
      const url = new URL(await ticketFor(owner, await other.machine(owner)));
      const there = url.href;
      url.host = new URL(host.origin).host;
      expect(await refusalOf(url.href)).toEqual([
        503,
        'dependency_unavailable',
        `instance ${url.pathname.split('/')[4]} is on host ${other.id}, not on this one`,
      ]);
      expect(await refusalOf(there, { ca: other.ca, origin: pages })).toEqual(used);
    } finally {
      await other.close();
    }
  });

  test('more than thirty handshakes a second of one address, without asking anybody', async () => {
    const bare = (await ticket()).split('?')[0] ?? '';
    const url = `${bare}?ticket=ct_${'y'.repeat(43)}`;
    // A slow machine sets up fewer connections a second than are allowed, so these are there before.
    const sockets = await Promise.all(Array.from({ length: 80 }, connected));
    const all = await Promise.all(sockets.map((socket) => refusalOf(url, browser({ createConnection: () => socket }))));
    expect(all.map(([status]) => status)).toContain(429);
    expect(all.find(([status]) => status === 429)).toEqual([
      429,
      'rate_limited',
      'rate limit exceeded: 30 requests per second; retry after 1 second',
    ]);
    await eventually(async () => (await refusalOf(url))[0] === 401);
  });

  test('what is no handshake, and nothing else is there', async () => {
    const answer = async (line: string) => {
      const socket = await connected();
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      await once(socket, 'close');
      return [Number(text.split(' ')[1]), /x-error-code: (\w+)/i.exec(text)?.[1]];
    };
    expect(await answer(`GET /compute/ws/instances/${machine.id}/console`)).toEqual([426, 'upgrade_required']);
    expect(await answer(`POST /compute/ws/instances/${machine.id}/console`)).toEqual([405, 'method_not_allowed']);
    // What a laptop's front listener asks of a relay is asked of nobody else.
    expect(await answer(`GET /machines/${machine.id}`)).toEqual([404, 'no_such_route']);
    expect(await answer('GET /')).toEqual([404, 'no_such_route']);
  });
});

describe('its certificate', () => {
  const served = async () => {
    const { hostname, port } = new URL(host.origin);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };

  test('is taken anew once it was renewed, and what is open stays open', async () => {
    const [before, console] = [await served(), await ConsoleClient.open(await ticket(), browser())];
    const next = certificate();
    host.renew({ cert: next.cert, key: certificate().key });
    await host.door.look();
    await host.door.look();
    expect(host.log.filter((line) => line.endsWith('key.pem: is not the key of the certificate'))).toHaveLength(1);
    expect([await served(), host.door.url]).toEqual([before, host.origin]);
    host.renew(next);
    await host.door.look();
    expect(await served()).not.toBe(before);
    console.type('echo to""gether\r');
    await console.until(/together/);
    console.socket.close();
    (await ConsoleClient.open(await ticket(), { ca: next.cert, origin: pages })).socket.close();
  });

  test.each([
    [
      'is over',
      { from: Date.now() - 172_800_000, to: Date.now() - 86_400_000 },
      /cert\.pem: certificate 1 expired on /,
    ],
    ['is for another name', { names: ['host-2.example.in'] }, /cert\.pem is not for 127\.0\.0\.1 \(but for host-2\.ex/],
  ])('that %s is not served, and nothing is offered', async (_, wish, said) => {
    const other = await openOwnConsoles(certificate(wish));
    try {
      expect(other.log).toEqual([expect.stringMatching(said)]);
      expect([other.door.url, other.door.state]).toEqual([
        undefined,
        `none: ${other.log[0]?.slice('consoles: '.length)}`,
      ]);
      other.renew(certificate());
      await other.door.look();
      expect(other.door.url).toBe(other.origin);
      expect(other.door.state).toMatch(/^wss:\/\/127\.0\.0\.1:\d+, certificate until 20/);
    } finally {
      await other.close();
    }
  });

  test('without its files, or where its port is taken, it is tried again', async () => {
    const { port } = new URL(host.origin);
    const open = async (files: OwnConsoleHost['files']) => {
      const log: string[] = [];
      const door = await OwnDoor.open({
        address: { origin: host.origin, host: '127.0.0.1', port: Number(port) },
        listen: { host: '127.0.0.1', port: Number(port) },
        files,
        log: (text) => void log.push(text),
      });
      expect(door.url).toBeUndefined();
      door.close();
      return log;
    };
    const missing = { cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' };
    expect(await open(missing)).toEqual(['consoles: /nowhere/cert.pem cannot be read: ENOENT']);
    const [taken, said] = await open(host.files);
    expect([taken, said]).toEqual([
      expect.stringMatching(/^consoles: the certificate of 127\.0\.0\.1 is good until 20/),
      expect.stringMatching(/^consoles: listen EADDRINUSE/),
    ]);
  });
});
