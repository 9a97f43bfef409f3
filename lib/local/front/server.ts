import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Api } from '#lib/local/api/api.ts';
import { isInside } from '#lib/local/inside/sources.ts';
import { assetAt } from '#lib/local/pages/assets.ts';
import { ledTo, pageFor } from '#lib/local/pages/page.ts';
import { isBuiltPath } from '#lib/local/pages/web.ts';
import { reasonOf, StartError } from '#lib/local/start-error.ts';
import type { Gate } from '#lib/local/state/gate.ts';
import { answersHalfClosed } from '#lib/runtime/system/half-open.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { mostOf } from './bodies.ts';
import { Consoles, isConsole } from './console.ts';
import { refusalInside } from './inside.ts';
import { forward } from './proxy.ts';
import { faultOf, type ParseError, refuseRaw } from './raw.ts';
import { foreignHost, notOneHost, tooLarge, unknownExpectation } from './refusals.ts';
import { internal, type Refusal, refuse } from './reply.ts';
import { authorityOf, isOurHost, originForm, pathOf } from './routing.ts';

/** Serves what exists on a laptop only: /dev/… and the pages. */
export type LocalRoutes = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** The listener on SVC_PORT. */
export interface Front {
  readonly port: number;
  /** Serves a connection of a machine. */
  accept(socket: Socket): void;
  /** Stops accepting, lets open requests finish for `graceMs`, and then ends them. */
  close(graceMs: number): Promise<void>;
}

interface Options {
  readonly port: number;
  readonly api: Api;
  /** The unix sockets of the hosts' relays, which serve consoles; the first is that of the first host. */
  readonly consoleSockets: readonly [string, ...string[]];
  readonly dev: LocalRoutes;
  /** Follows every request that is not for `dev`. */
  readonly requests?: { follow(req: IncomingMessage, res: ServerResponse): (body: Buffer) => void };
  /** Where requests wait while the state of the platform is exchanged. */
  readonly gate: Gate;
  /** Milliseconds that a client may take to send its headers. */
  readonly headersWithinMs?: number;
}

/** Listens on 127.0.0.1 at SVC_PORT. Refuses to start, in one sentence, where it cannot. */
export async function startFront(options: Options): Promise<Front> {
  const { port, api, consoleSockets, dev, requests, gate, headersWithinMs = 10_000 } = options;
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: headersWithinMs,
    requestTimeout: 60_000,
    connectionsCheckingInterval: headersWithinMs / 5,
    keepAliveTimeout: 30_000,
    noDelay: true,
    // HTTP is parsed strictly, so that no request is read differently by two parsers.
    insecureHTTPParser: false,
    // Node's own refusal has no body; refusalOf refuses instead.
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    shouldUpgradeCallback: isConsole,
  });
  answersHalfClosed(server);
  const consoles = new Consoles(consoleSockets);
  /** Where it listens, once it does: before that there are no requests. */
  let own = 0;
  const serve = (req: IncomingMessage, res: ServerResponse) => {
    const refusal = refusalOf(req, own);
    if (refusal) return refuse(req, res, refusal);
    req.url = originForm(req.url ?? '/');
    const local = isLocal(req);
    const follow = local ? undefined : requests?.follow(req, res);
    if (isConsole(req)) return forward(consoleSockets[0], req, res);
    const answered = () => (local ? dev(req, res) : answer(api, req, res, follow ?? ignore));
    admit(gate, req, res, answered).catch(() => refuse(req, res, internal()));
  };
  server.on('request', serve);
  server.on('checkContinue', (req, res) => {
    if (Number(req.headers['content-length'] ?? 0) <= mostOf(req.socket)) res.writeContinue();
    serve(req, res);
  });
  server.on('checkExpectation', (req, res) => refuse(req, res, unknownExpectation));
  server.on('upgrade', (req, socket, head) => {
    const refusal = refusalOf(req, own);
    if (refusal) refuseRaw(socket, refusal);
    else void consoles.pass(req, socket, head);
  });
  server.on('connect', (_req, socket) => refuseRaw(socket));
  server.on('clientError', (error: ParseError, socket) => refuseRaw(socket, faultOf(error)));
  own = await listen(server, port);
  const accept = (socket: Socket) => void server.emit('connection', socket);
  return { port: own, accept, close: (graceMs) => close(server, consoles, graceMs) };
}

const ignore = () => undefined;

/** The refusal that follows from a request's head, or undefined. */
function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  const { url = '/', headers, rawHeaders, socket, httpVersion } = request;
  const given = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  // HTTP/1.0 has no Host (RFC 9112 3.2). No browser speaks it, so none can be led here by a name of another's.
  if (given > 1 || (given === 0 && httpVersion !== '1.0')) return notOneHost;
  const hosts = [headers.host, authorityOf(url)].filter((host) => host !== undefined);
  const refusal = isInside(socket) ? refusalInside(url, hosts) : refusalOutside(hosts, port);
  const most = mostOf(socket);
  return refusal ?? (Number(headers['content-length'] ?? 0) > most ? tooLarge(most) : undefined);
}

function refusalOutside(hosts: readonly string[], port: number): Refusal | undefined {
  const foreign = hosts.find((host) => !isOurHost(host, port));
  if (foreign === undefined) return undefined;
  return foreignHost(foreign, `localhost:${port}, 127.0.0.1:${port} or *.localhost:${port}`);
}

function isLocal(req: IncomingMessage): boolean {
  const path = pathOf(req.url ?? '/');
  const isPage = pageFor(req) !== undefined || ledTo(req) !== undefined;
  return /^\/dev(\/|$)/.test(path) || isPage || isBuiltPath(path) || assetAt(path) !== undefined;
}

/** Answers the port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new StartError(
          `SVC_PORT ${port} on 127.0.0.1: ${reasonOf(error)}; stop what uses it, or set SVC_PORT to another`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function close(server: Server, consoles: Consoles, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  consoles.close();
  // A connection whose request has ended would otherwise wait for another request.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
