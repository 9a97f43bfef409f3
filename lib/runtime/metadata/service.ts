import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Asked } from '#lib/runtime/egress/proxy.ts';
import { answersHalfClosed } from '#lib/runtime/system/half-open.ts';
import { ratePerClient } from '#lib/runtime/system/rate.ts';
import { documentOf, type PlatformUrls } from './document.ts';
import { MachineTokens, ttl } from './token.ts';

/** Requests of one machine that are answered in a second; others are 429. */
const REQUESTS_PER_SECOND = 100;
/** Connections of one machine at a time; others are reset. */
const CONNECTIONS = 16;
const PATIENCE_MS = 5_000;

/** What a request gets. */
interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a VPC's machines are told of themselves (contract 4.12). A machine is known by the address it asks from. */
export class MetadataService {
  readonly #address: string;
  readonly #server: Server;
  readonly #urls: PlatformUrls | null;
  readonly #machines = new Map<string, { spec: MachineSpec; readonly open: Set<Socket> }>();

  /** Serves at an address of the VPC. `urls` has the platform's addresses there, where machines reach it. */
  constructor(address: string, server: Server, urls: PlatformUrls | null) {
    this.#address = address;
    this.#server = server;
    this.#urls = urls;
    server.on('connection', (socket: Socket) => this.#take(socket));
  }

  /** Tells a machine what its spec says, from now on. */
  introduce(spec: MachineSpec): void {
    const known = this.#machines.get(spec.private_ip);
    if (known) known.spec = spec;
    else this.#machines.set(spec.private_ip, { spec, open: new Set() });
  }

  /** Answers a machine that asks through the proxy of its VPC. */
  answer(request: Asked, response: ServerResponse, address: string): void {
    const machine = this.#machines.get(address);
    if (!machine) return void response.destroy();
    send(response, replyTo(request, { host: this.#address, spec: () => machine.spec, urls: this.#urls }));
  }

  /** Forgets a machine that is gone. */
  forget(address: string): void {
    for (const socket of this.#machines.get(address)?.open ?? []) socket.destroy();
    this.#machines.delete(address);
  }

  close(): void {
    this.#server.close();
    for (const address of [...this.#machines.keys()]) this.forget(address);
  }

  #take(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const machine = this.#machines.get(socket.remoteAddress ?? '');
    if (!machine || machine.open.size >= CONNECTIONS) return void socket.resetAndDestroy();
    machine.open.add(socket);
    socket.once('close', () => machine.open.delete(socket));
    askers.set(socket, { host: this.#address, spec: () => machine.spec, urls: this.#urls });
    http.emit('connection', socket);
  }
}

/** Who asks on a connection. */
interface Asker {
  /** The service's own address, which requests must name. */
  readonly host: string;
  spec(): MachineSpec;
  readonly urls: PlatformUrls | null;
}

const askers = new WeakMap<Socket, Asker>();
const tokens = new MachineTokens();
const mayAsk = ratePerClient(REQUESTS_PER_SECOND);

/** One parser for all VPCs. It listens nowhere itself. */
const http = createServer(
  {
    maxHeaderSize: 8_192,
    headersTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    keepAliveTimeout: PATIENCE_MS,
    connectionsCheckingInterval: PATIENCE_MS,
    requireHostHeader: false,
  },
  (request, response) => {
    const asker = askers.get(request.socket);
    if (asker) send(response, replyTo(request, asker));
    else request.socket.destroy();
  },
);
answersHalfClosed(http);
http.on('clientError', (_error, socket) => socket.destroy());

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  // No request has a body that means anything, so none is read.
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  });
  response.end(body);
}

const refusal = (status: number, error: string, headers: Record<string, string> = {}): Reply => ({
  status,
  body: `${JSON.stringify({ error })}\n`,
  headers,
});

const plain = (body: string, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

function replyTo({ method = '', url = '', headers }: Asked, { host, spec, urls }: Asker): Reply {
  const machine = spec();
  if (!mayAsk(machine.id)) return refusal(429, 'too many requests; try again in a second', { 'retry-after': '1' });
  // A program that was made to pass a request on for somebody shows itself by these.
  if (headers['x-forwarded-for'] !== undefined) return refusal(401, 'X-Forwarded-For: must not be given');
  if (headers.host !== host && headers.host !== `${host}:80`) return refusal(401, `Host: must be ${host}`);
  const route = routes.get(url);
  if (!route) return refusal(404, `there is ${[...routes.keys()].join(', ')}`);
  if (method !== route.method) return refusal(405, `${url} has ${route.method}`, { allow: route.method });
  return route.reply(machine, headers, urls);
}

interface Route {
  readonly method: 'GET' | 'PUT';
  reply(machine: MachineSpec, headers: IncomingMessage['headers'], urls: PlatformUrls | null): Reply;
}

const withToken =
  (reply: (machine: MachineSpec, urls: PlatformUrls | null) => Reply): Route['reply'] =>
  (machine, headers, urls) => {
    const token = headers['x-metadata-token'];
    if (typeof token === 'string' && tokens.isValid(machine.id, token)) return reply(machine, urls);
    return refusal(401, 'X-Metadata-Token: must be a token that PUT /v1/token answered, and that has not ended');
  };

const routes = new Map<string, Route>([
  ['/v1/token', { method: 'PUT', reply: tokenFor }],
  [
    '/v1/instance',
    {
      method: 'GET',
      reply: withToken((machine, urls) => ({ status: 200, body: `${JSON.stringify(documentOf(machine, urls))}\n` })),
    },
  ],
  [
    '/v1/user-data',
    {
      method: 'GET',
      reply: withToken(({ user_data }) =>
        user_data ? plain(user_data) : refusal(404, 'it was launched without user data'),
      ),
    },
  ],
]);

function tokenFor({ id }: MachineSpec, headers: IncomingMessage['headers']): Reply {
  const name = 'x-metadata-token-ttl-seconds';
  const given = String(headers[name] ?? '');
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
  if (seconds >= ttl.least && seconds <= ttl.most) return plain(tokens.issue(id, seconds), { [name]: given });
  return refusal(
    400,
    `X-Metadata-Token-TTL-Seconds: must be a whole number of seconds from ${ttl.least} to ${ttl.most}`,
  );
}
