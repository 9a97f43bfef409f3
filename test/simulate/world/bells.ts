import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { give } from '#lib/testing/functions/environment.ts';

/** Where functions ring hosts, as API Gateway has it. */
export interface Bells {
  /** Has this called when a connection is rung, before whoever rings goes on. */
  onRing(connection: string, ring: () => void): void;
  close(): Promise<void>;
}

/** Serves the address at which functions ring hosts, and names it in the environment. */
export async function serveBells(): Promise<Bells> {
  const rings = new Map<string, () => void>();
  const server = createServer((request, response) => {
    const connection = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const ring = rings.get(connection);
    ring?.();
    request.resume().on('end', () => response.writeHead(ring ? 200 : 410).end());
  });
  const socket = join(tmpdir(), `svc-simulated-bells-${randomUUID()}`);
  await new Promise<void>((done) => server.listen(socket, done));
  give({ SVC_HOST_BELL: `ws+unix:${socket}:/hosts/self/bell` });
  return {
    onRing: (connection, ring) => rings.set(connection, ring),
    close: () =>
      new Promise((done) => {
        give({ SVC_HOST_BELL: undefined });
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
