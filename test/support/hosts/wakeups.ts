import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { json } from 'node:stream/consumers';

/** Listens on a unix socket, and passes on the keys that each connection brings. */
export async function listenForKeys(path: string, heard: (keys: string[]) => void): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void json(socket).then((keys) => heard(keys as string[]));
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  return server.unref();
}
