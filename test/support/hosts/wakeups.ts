import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

/** Listens on a unix socket and calls `ring` for every connection. */
export async function listenForWakeups(path: string, ring: () => void): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.destroy();
    ring();
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  return server.unref();
}
