import { createConnection, createServer, type Socket } from 'node:net';

/**
 * Opens a connection on this host and answers both ends. `far` has not been read from, so it can be handed to another
 * process.
 */
export function socketPair(): Promise<{ near: Socket; far: Socket }> {
  return new Promise((resolve, reject) => {
    // Half-open, so that one side may end its stream before the other does.
    const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true });
    const fail = (error: Error) => {
      server.close();
      reject(error);
    };
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      const near = createConnection({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
      near.once('error', fail);
      const nearPort = new Promise<number>((known) => near.once('connect', () => known(near.localPort ?? 0)));
      server.on('connection', async (far) => {
        // Another process on this host may connect first. Its port differs, or its address does; it is closed.
        if (far.remotePort !== (await nearPort) || far.remoteAddress !== near.localAddress) return void far.destroy();
        server.close();
        near.off('error', fail);
        resolve({ near, far });
      });
    });
  });
}
