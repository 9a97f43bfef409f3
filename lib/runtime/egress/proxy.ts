import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { forwarding } from '#lib/runtime/forwarder/descriptors.ts';
import { joinSockets } from '#lib/runtime/forwarder/join-sockets.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { answersHalfClosed } from '#lib/runtime/system/half-open.ts';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';
import { dialOut, type EgressPolicy, EgressRefusal, PUBLIC_POLICY } from './dialer.ts';

/** An HTTP proxy for connections that are handed to it. */
export interface EgressProxy {
  serve(socket: Socket): void;
  close(): void;
}

const MAX_CONNECTIONS = 1000;
const IDLE_MS = 600_000;
/** All other headers are forwarded. */
const OWN_HEADERS: readonly string[] = [...hopByHop, 'proxy-authorization'];

/** What is answered within the VPC: requests for this host, as they are asked there. */
export interface Inside {
  readonly host: string;
  answer(request: Asked, response: ServerResponse, client: string): void;
}

/** A request without its body; `url` is a path. */
export type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * The way out of a VPC: plain HTTP, and CONNECT tunnels. It goes only where the policy of the client's address allows.
 * The policy is read at each request. What is `inside` serves programs that take every request to their proxy.
 */
export function makeEgressProxy(
  policyOf: (client: string) => EgressPolicy = () => PUBLIC_POLICY,
  share = forwarding.share(),
  inside: Inside | null = null,
): EgressProxy {
  const server = answersHalfClosed(createServer({ headersTimeout: 15_000, requestTimeout: 0 }));
  const open = new Set<Socket>();
  const policyFor = ({ socket }: IncomingMessage) => policyOf(socket.remoteAddress ?? '');
  server.on('request', (incoming, outgoing) => {
    if (inside && asksInside(incoming, outgoing, inside)) return;
    void forward(incoming, outgoing, policyFor(incoming));
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    void tunnel(incoming, socket, head, policyFor(incoming));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return {
    serve(socket) {
      const leave = open.size < MAX_CONNECTIONS ? share.take(2) : null;
      if (!leave) {
        socket.destroy();
        return;
      }
      socket.once('close', leave);
      hold(socket, open, server);
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

function hold(socket: Socket, open: Set<Socket>, server: Server): void {
  open.add(socket);
  // A client that has ended its stream still waits for the answer.
  socket.allowHalfOpen = true;
  socket.on('error', ignore);
  socket.once('close', () => open.delete(socket));
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  server.emit('connection', socket);
  // The socket arrives paused, so that no byte is lost.
  socket.resume();
}

function asksInside({ method, url, headers, socket }: IncomingMessage, outgoing: ServerResponse, inside: Inside) {
  const asked = URL.parse(url ?? '');
  if (asked?.protocol !== 'http:' || asked.host !== inside.host) return false;
  outgoing.on('error', ignore);
  inside.answer({ method, url: `${asked.pathname}${asked.search}`, headers }, outgoing, socket.remoteAddress ?? '');
  return true;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, policy: EgressPolicy): Promise<void> {
  outgoing.on('error', ignore);
  const url = URL.parse(incoming.url ?? '');
  if (url?.protocol !== 'http:') {
    answer(outgoing, 400, 'this is a proxy: http URLs and CONNECT only');
    return;
  }
  try {
    const upstream = await dialOut(url.hostname, Number(url.port || 80), policy);
    outgoing.once('close', () => upstream.destroy());
    pass(incoming, outgoing, url, upstream);
  } catch (error) {
    answer(outgoing, statusOf(error), (error as Error).message);
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, url: URL, upstream: Socket): void {
  const headers = Object.entries(incoming.headersDistinct).filter(([name]) => !OWN_HEADERS.includes(name));
  const call = request({
    createConnection: () => upstream,
    method: incoming.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
  });
  call.on('error', (error) => answer(outgoing, 502, error.message));
  call.on('upgrade', (_reply, socket) => {
    socket.destroy();
    answer(outgoing, 502, noAnswer);
  });
  call.on('response', (reply) => {
    const { statusCode = 0 } = reply;
    // Node reads this status but refuses to write it.
    if (statusCode < 200) {
      upstream.destroy();
      return answer(outgoing, 502, noAnswer);
    }
    const back = Object.entries(reply.headersDistinct).filter(([name]) => !OWN_HEADERS.includes(name));
    outgoing.writeHead(statusCode, Object.fromEntries(back) as Record<string, string[]>);
    reply.on('error', () => outgoing.destroy());
    reply.pipe(outgoing);
  });
  incoming.pipe(call);
}

const noAnswer = 'what came is no answer';

async function tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer, policy: EgressPolicy): Promise<void> {
  socket.on('error', ignore);
  const target = /^(.+):(\d{1,5})$/.exec(incoming.url ?? '');
  try {
    if (!target) throw new EgressRefusal(403, 'CONNECT needs host:port');
    const upstream = await dialOut(target[1] ?? '', Number(target[2]), policy);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    joinSockets(socket, upstream);
  } catch (error) {
    const { message } = error as Error;
    socket.end(
      `HTTP/1.1 ${statusOf(error)} Refused\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
    );
  }
}

function answer(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { 'content-type': 'text/plain' }).end(`${message}\n`);
}

function statusOf(error: unknown): number {
  return error instanceof EgressRefusal ? error.status : 502;
}
