import { createServer, type Socket } from 'node:net';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';

/** An open public port of a machine. */
export interface PublicPort {
  /** Frees the port. Connections that were handed over stay open. Resolves when another process could bind the port. */
  close(): Promise<void>;
}

/**
 * Listens on host:port and hands over every connection that `admit` allows. PORT_IN_USE when another program holds the
 * port.
 */
export function openPort(
  place: { readonly host: string; readonly port: number },
  admit: (address: string) => boolean,
  serve: (socket: Socket) => void,
): Promise<PublicPort> {
  // Without noDelay the first SSH answer takes four times as long (Nagle against delayed acknowledgements).
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    handOver(socket, admit, serve);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, place)));
    server.listen({ ...place, exclusive: true }, () => {
      server.removeAllListeners('error');
      // When descriptors run out, for example, that connection is lost and the port stays open.
      server.on('error', ignore);
      resolve({ close: () => new Promise((done) => closeServer(server, done)) });
    });
  });
}

/** Passes a connection on when `admit` allows its source, and resets it otherwise. */
export function handOver(socket: Socket, admit: (address: string) => boolean, serve: (socket: Socket) => void): void {
  socket.on('error', () => socket.destroy());
  if (socket.remoteAddress && admit(socket.remoteAddress)) serve(socket);
  else socket.resetAndDestroy();
}

function closeServer(server: import('node:net').Server, done: () => void): void {
  // The callback would wait for every accepted connection. The port itself is free when close() returns.
  server.close();
  setImmediate(done);
}

function portError(error: unknown, { host, port }: { host: string; port: number }): DriverError {
  if (hasCode(error, 'EADDRINUSE'))
    return new DriverError('PORT_IN_USE', `${host}:${port} is in use by another program`);
  return new DriverError('FAILED', `cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
}
