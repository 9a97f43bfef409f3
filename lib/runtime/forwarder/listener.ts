import { createServer, type Server, type Socket } from 'node:net';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';

/** An open public port of a machine. */
export interface PublicPort {
  /** Frees the port. Connections that were handed over stay open. Resolves when another process could bind the port. */
  close(): Promise<void>;
  /** Listens at another place instead. PORT_IN_USE leaves it where it is. */
  move(to: Place): Promise<void>;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens on host:port and hands over every connection that `admit` allows. PORT_IN_USE when another program holds the
 * port.
 */
export async function openPort(
  place: Place,
  admit: (address: string) => boolean,
  serve: (socket: Socket) => void,
): Promise<PublicPort> {
  let server = await listen(place, admit, serve);
  return {
    close: () => closeServer(server),
    async move(to) {
      const former = server;
      server = await listen(to, admit, serve);
      await closeServer(former);
    },
  };
}

function listen(place: Place, admit: (address: string) => boolean, serve: (socket: Socket) => void): Promise<Server> {
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
      resolve(server);
    });
  });
}

/** Passes a connection on when `admit` allows its source, and resets it otherwise. */
export function handOver(socket: Socket, admit: (address: string) => boolean, serve: (socket: Socket) => void): void {
  socket.on('error', () => socket.destroy());
  if (socket.remoteAddress && admit(socket.remoteAddress)) serve(socket);
  else socket.resetAndDestroy();
}

/** `close` would wait for every accepted connection. The port itself is free when it returns. */
function closeServer(server: Server): Promise<void> {
  server.close();
  return new Promise((done) => setImmediate(done));
}

function portError(error: unknown, { host, port }: Place): DriverError {
  if (hasCode(error, 'EADDRINUSE'))
    return new DriverError('PORT_IN_USE', `${host}:${port} is in use by another program`);
  return new DriverError('FAILED', `cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
}
