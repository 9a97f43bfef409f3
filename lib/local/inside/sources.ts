import type { Socket } from 'node:net';

const inside = new WeakSet<Socket>();

/** Marks a connection as one of a machine, whose private address is then the connection's source. */
export function markInside(socket: Socket, address: string): void {
  inside.add(socket);
  Object.defineProperty(socket, 'remoteAddress', { value: address });
}

/** Whether a connection comes from within a machine. */
export const isInside = (socket: Socket): boolean => inside.has(socket);
