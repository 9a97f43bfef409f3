import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { FirewallRule } from '#lib/model/compute/machine.ts';
import { isPublicAddress } from '#lib/runtime/egress/addresses.ts';
import { PUBLIC_POLICY } from '#lib/runtime/egress/dialer.ts';
import { makeEgressProxy } from '#lib/runtime/egress/proxy.ts';
import { compileGate, type Gate } from '#lib/runtime/forwarder/rules.ts';
import type { Attack as AttackOn } from '#test/hostile/support/attacks.ts';

/** The one address that counts as the public internet here; every other is judged by the platform's own list. */
export const PUBLIC = '127.77.0.1';
/** A second one. */
export const ELSEWHERE = '127.77.0.2';

/** The way out of a VPC, what the host keeps to itself, and a site on the internet. */
export interface Ground {
  /** A service of the host's, on all its addresses, that no machine may reach. */
  readonly inner: number;
  /** The port of one that is at 127.0.0.1 alone. */
  readonly alone: number;
  /** How often these were reached since it was last asked. */
  reached(): number;
  /** The port of a site at PUBLIC and at ELSEWHERE. */
  readonly site: number;
  /** What the site was sent since it was last asked, connection by connection. */
  heard(): string[];
  /** The site's next answers, instead of "200 hello". */
  answerWith(bytes: string | null): void;
  /**
   * The addresses of names: one list for each lookup; the last list stays. The host's resolver answers for other names.
   */
  readonly names: Map<string, string[][]>;
  /** Outbound rules of the machine that speaks from this address; null = none. */
  restrict(client: string, rules: readonly FirewallRule[] | null): void;
  /** A connection of a machine's. */
  open(client?: string): Socket;
  /** What comes back for these bytes until the connection ends, or has been quiet. */
  say(bytes: string | Buffer, client?: string): Promise<string>;
  /** The status of a tunnel to this authority. */
  tunnel(authority: string, client?: string): Promise<number>;
  /** The status of a request for this URL. */
  get(url: string, client?: string): Promise<number>;
  close(): void;
}

export type Attack = AttackOn<Ground>;

const QUIET_MS = 400;
const HELLO = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello';

export async function openGround(): Promise<Ground> {
  const names: Ground['names'] = new Map([['public.test', [[PUBLIC]]]]);
  const gates = new Map<string, Gate>();
  const policy = {
    resolve: async (name: string) => {
      const known = names.get(name);
      return known ? ((known.length > 1 ? known.shift() : known[0]) ?? []) : PUBLIC_POLICY.resolve(name);
    },
    allows: (address: string) => address === PUBLIC || address === ELSEWHERE || isPublicAddress(address),
  };
  const proxy = makeEgressProxy((client) => {
    const gate = gates.get(client);
    return gate ? { ...policy, permits: (address, port) => gate('tcp', address, port) } : policy;
  });
  const entry = createServer({ pauseOnConnect: true }, (socket) => proxy.serve(socket));
  let reached = 0;
  const serve = (socket: Socket) => {
    reached += 1;
    socket.on('error', () => undefined).end('the host');
  };
  const [inner, alone] = [createServer(serve), createServer(serve)];
  let answer: string | null = null;
  const heard: { text: string }[] = [];
  const site = createServer((socket) => {
    const one = { text: '' };
    heard.push(one);
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        one.text += data.toString('latin1');
        if (one.text.includes('\r\n\r\n')) socket.end(answer ?? HELLO, 'latin1');
      });
  });
  await listen(entry, '127.0.0.1');
  await listen(inner, '::');
  await listen(alone, '127.0.0.1');
  await listen(site, PUBLIC);
  const again = createServer((socket) => site.emit('connection', socket));
  await listen(again, ELSEWHERE, portOf(site));
  const open = (localAddress = '127.0.0.1') =>
    connect({ host: '127.0.0.1', port: portOf(entry), localAddress }).on('error', () => undefined);
  const say = (bytes: string | Buffer, client?: string) => hear(open(client), bytes);
  const status = async (bytes: string, client?: string) =>
    Number(/^HTTP\/1\.1 (\d{3}) /.exec(await say(bytes, client))?.[1] ?? 0);
  return {
    inner: portOf(inner),
    alone: portOf(alone),
    reached() {
      const before = reached;
      reached = 0;
      return before;
    },
    site: portOf(site),
    heard: () => heard.splice(0).map(({ text }) => text),
    answerWith(bytes) {
      answer = bytes;
    },
    names,
    restrict: (client, rules) => (rules ? void gates.set(client, compileGate(rules)) : void gates.delete(client)),
    open,
    say,
    tunnel: (authority, client) => status(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`, client),
    get: (url, client) => status(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, client),
    close() {
      proxy.close();
      for (const server of [entry, inner, alone, site, again]) server.close();
    },
  };
}

function hear(socket: Socket, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.write(bytes);
    socket.on('data', (data) => {
      said += data.toString('latin1');
      socket.setTimeout(QUIET_MS);
    });
    socket.once('close', () => resolve(said));
  });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server, host: string, port = 0) =>
  new Promise<void>((resolve) => server.listen(port, host, resolve));
