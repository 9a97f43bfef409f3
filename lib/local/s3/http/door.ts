import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { EngineContext } from '#lib/local/s3/operations/operation.ts';
import { type Certificate, createEndpoint, type HttpLimits } from './server.ts';

/** How to serve: over https where there is a certificate, otherwise over http; port 0 takes a free one. */
export interface DoorOptions {
  port: number;
  tls: Certificate | undefined;
  limits: HttpLimits;
}

/** The listener for S3's API on 127.0.0.1. */
export interface Door {
  endpoint: string;
  /** Serves a connection of a machine, which speaks http. */
  accept(socket: Socket): void;
  /** Ends open requests. */
  close(): void;
}

/** Listens. Rejects, and holds no port, where the port is taken or the certificate is invalid. */
export async function openDoor(engine: EngineContext, { port, tls, limits }: DoorOptions): Promise<Door> {
  const server = createEndpoint(engine, limits, tls);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const plain = tls ? createEndpoint(engine, limits) : server;
  return {
    accept: (socket) => void plain.emit('connection', socket),
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const one of new Set([server, plain])) one.closeAllConnections();
    },
  };
}
