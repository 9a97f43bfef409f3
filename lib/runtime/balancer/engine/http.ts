import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ignore } from '#lib/runtime/system/errors.ts';
import { answersHalfClosed } from '#lib/runtime/system/half-open.ts';
import { plainExchange } from './exchange.ts';
import { forward } from './forward.ts';
import type { Front } from './front.ts';
import { hasBody, wantsHttp } from './headers.ts';
import { makeHttp2 } from './http2.ts';
import { redirect } from './redirect.ts';
import { refuseRaw } from './refuse.ts';
import { certificateFor } from './tls.ts';
import { passUpgrade } from './upgrade.ts';

/**
 * An HTTP listener. Node's strict parser answers malformed requests with 400, headers beyond 16 KiB with 431, and a
 * request whose headers do not arrive in time with 408.
 */
export const makeHttpFront = (front: Front): Server => serve(front, createServer(optionsOf(front)));

/**
 * An HTTPS listener: the same behind TLS 1.2 or 1.3, with the certificate for the name that a client asks for, and
 * HTTP/2 with clients that offer it. `renewDefault` has to follow a change of its certificates.
 */
export function makeHttpsFront(front: Front): SecureServer {
  const [first] = front.certificates;
  const server = createSecureServer({
    ...optionsOf(front),
    ...first?.options,
    handshakeTimeout: front.limits.handshake,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, done) => done(null, certificateFor(front.certificates, name)?.context),
  });
  // What Node would do with every connection, which is HTTP/1 to it.
  const [speakHttp1] = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  const http2 = makeHttp2(front);
  server.on('secureConnection', (client: TLSSocket) => {
    if (client.alpnProtocol === 'h2') http2.emit('connection', client.on('error', ignore));
    else speakHttp1?.call(server, client);
  });
  return serve(front, server);
}

/** Gives an HTTPS listener its first certificate anew, for clients that ask for no name. Open connections go on. */
export function renewDefault(server: SecureServer, { certificates: [first] }: Front): void {
  if (first) server.setSecureContext(first.options);
}

const optionsOf = (front: Front): ServerOptions => ({
  headersTimeout: front.limits.headers,
  // An upload may take any time. Only silence ends it.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(1_000, front.limits.headers),
  keepAliveTimeout: front.limits.keepAlive,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  noDelay: true,
  // A request with a body is treated as plain HTTP (RFC 9110 7.8 lets an upgrade be ignored).
  shouldUpgradeCallback: (incoming) => front.redirect === null && !hasBody(incoming) && !wantsHttp(incoming),
});

function serve<S extends Server | SecureServer>(front: Front, server: S): S {
  const { limits } = front;
  answersHalfClosed(server);
  server.timeout = limits.client;
  server.maxConnections = limits.connections;
  server.on('request', (incoming, outgoing) => {
    if (front.redirect === null) forward(front, plainExchange(incoming, outgoing));
    else redirect(front.redirect, incoming, outgoing);
  });
  server.on('checkExpectation', (_, outgoing) => {
    outgoing.writeHead(417).end();
  });
  server.on('upgrade', (incoming, socket: Socket, head) => passUpgrade(front, incoming, socket, head));
  server.on('connect', (_, socket) => refuseRaw(socket, 405));
  server.on('dropRequest', (_, socket) => refuseRaw(socket, 503));
  return server;
}
