import { createServer, type Socket } from 'node:net';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

/** An open public port of a machine. */
export interface PublicPort {
  /** Frees the port; connections that were handed over are not touched. Resolves when another process could bind it. */
  close(): Promise<void>;
}

/** Listens on host:port and hands over every connection that `admit` lets in; PORT_IN_USE when something else holds it. */
export function openPort(
  place: { readonly host: string; readonly port: number },
  admit: (address: string) => boolean,
  serve: (socket: Socket) => void,
): Promise<PublicPort> {
  // Without noDelay a first SSH answer takes four times as long (Nagle against delayed acknowledgements).
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    handOver(socket, admit, serve);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, place)));
    server.listen({ ...place, exclusive: true }, () => {
      server.removeAllListeners('error');
      // Out of descriptors and the like: that connection is lost, the port stays open.
      server.on('error', ignore);
      resolve({ close: () => new Promise((done) => closeServer(server, done)) });
    });
  });
}

/** Passes a connection on when its source is let in, and resets it otherwise. */
export function handOver(socket: Socket, admit: (address: string) => boolean, serve: (socket: Socket) => void): void {
  socket.on('error', () => socket.destroy());
  if (socket.remoteAddress && admit(socket.remoteAddress)) serve(socket);
  else socket.resetAndDestroy();
}

function closeServer(server: import('node:net').Server, done: () => void): void {
  // The callback waits for every accepted connection; the port itself is free when close() returns.
  server.close();
  setImmediate(done);
}

function portError(error: unknown, { host, port }: { host: string; port: number }): DriverError {
  if (hasCode(error, 'EADDRINUSE'))
    return new DriverError('PORT_IN_USE', `${host}:${port} is in use by another program`);
  return new DriverError('FAILED', `cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
}
