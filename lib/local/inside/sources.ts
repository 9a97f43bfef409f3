import type { Socket } from 'node:net';
import { outsideAt, type Source } from '#lib/model/platform/source.ts';

const inside = new WeakMap<Socket, Source>();

/** Marks a connection as one of a machine: every request on it has this source. */
export const markInside = (socket: Socket, source: Source): void => void inside.set(socket, source);

/** Whether a connection comes from within a machine. */
export const isInside = (socket: Socket): boolean => inside.has(socket);

/** Where the requests of a connection come from. */
export const sourceOf = (socket: Socket): Source => inside.get(socket) ?? outsideAt(socket.remoteAddress ?? '');
