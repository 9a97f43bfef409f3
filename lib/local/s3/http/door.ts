import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { EngineContext } from '#lib/local/s3/operations/operation.ts';
import { type Certificate, createEndpoint, type HttpLimits } from './server.ts';

/** Where to serve: over https where there is a certificate, else over http; port 0 takes a free one. */
export interface DoorOptions {
  port: number;
  tls: Certificate | undefined;
  limits: HttpLimits;
}

/** The port on 127.0.0.1 that S3's API is served on. */
export interface Door {
  endpoint: string;
  /** Requests under way are cut off. */
  close(): void;
}

/** Serves; rejects, and holds no port, when the port cannot be had or the certificate is none. */
export async function openDoor(engine: EngineContext, { port, tls, limits }: DoorOptions): Promise<Door> {
  const server = createEndpoint(engine, limits, tls);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
