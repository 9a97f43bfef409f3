import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineContext } from '#lib/local/s3/operations/operation.ts';
import { type Certificate, createEndpoint, type HttpLimits } from './server.ts';

/** Where to serve: on http, and with a certificate on https as well; 0, or none, takes a free port. */
export interface DoorOptions {
  port: number;
  tls: (Certificate & { port?: number }) | undefined;
  limits: HttpLimits;
}

/** The ports on 127.0.0.1 that S3's API is served on. */
export interface Door {
  endpoint: string;
  secureEndpoint: string | undefined;
  /** Closes both; requests under way are cut off. */
  close(): void;
}

/** Serves; rejects, and holds no port, when one cannot be had or the certificate is none. */
export async function openDoor(engine: EngineContext, { port, tls, limits }: DoorOptions): Promise<Door> {
  const servers: Server[] = [];
  const listen = async (at: number, certificate?: Certificate): Promise<number> => {
    const server = createEndpoint(engine, limits, certificate);
    servers.push(server);
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    const endpoint = `http://127.0.0.1:${await listen(port)}`;
    return { endpoint, secureEndpoint: tls && `https://127.0.0.1:${await listen(tls.port ?? 0, tls)}`, close };
  } catch (error) {
    close();
    throw error;
  }
}
