import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { forward } from './forward.ts';
import type { Front } from './front.ts';
import { hasBody } from './headers.ts';
import { refuseRaw } from './refuse.ts';
import { passUpgrade } from './upgrade.ts';

/**
 * An HTTP listener. Node's strict parser answers malformed requests with 400, headers beyond 16 KiB with 431, and a
 * request whose headers do not arrive in time with 408.
 */
export function makeHttpFront(front: Front): Server {
  const { limits } = front;
  const server = createServer({
    headersTimeout: limits.headers,
    // An upload may take any time. Only silence ends it.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headers),
    keepAliveTimeout: limits.keepAlive,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    noDelay: true,
    // A request with a body is treated as plain HTTP (RFC 9110 7.8 lets an upgrade be ignored).
    shouldUpgradeCallback: (incoming) => !hasBody(incoming),
  });
  server.timeout = limits.client;
  server.maxConnections = limits.connections;
  server.on('request', (incoming, outgoing) => forward(front, incoming, outgoing));
  server.on('checkExpectation', (_, outgoing) => {
    outgoing.writeHead(417).end();
  });
  server.on('upgrade', (incoming, socket: Socket, head) => passUpgrade(front, incoming, socket, head));
  server.on('connect', (_, socket) => refuseRaw(socket, 405));
  server.on('dropRequest', (_, socket) => refuseRaw(socket, 503));
  return server;
}
