import { connect, type Socket } from 'node:net';

/** Open connections to an engine that nobody uses yet, by the socket at which the engine is known. */
const unused = new Map<string, Socket[]>();

/**
 * Has the next connection to this socket be that one, which leads to the engine without a process between. Until then
 * it keeps no process from ending.
 */
export function offerConnection(socketPath: string, connection: Socket): void {
  connection.on('error', () => connection.destroy()).unref();
  unused.set(socketPath, [...(unused.get(socketPath) ?? []), connection]);
}

/** Closes the connections that were offered and not used, as an engine that starts anew does not know them. */
export function withdrawConnections(socketPath: string): void {
  for (const connection of unused.get(socketPath) ?? []) connection.destroy();
  unused.delete(socketPath);
}

/** A connection to the engine at this socket: one that was offered, otherwise a new one. */
export function connectionTo(socketPath: string): Socket {
  const offered = unused.get(socketPath) ?? [];
  for (let socket = offered.pop(); socket; socket = offered.pop()) if (!socket.destroyed) return socket;
  return connect(socketPath);
}
