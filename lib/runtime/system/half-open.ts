import type { Server } from 'node:net';

/**
 * Has an HTTP server answer clients that have ended their side of the connection after the request: TCP has them wait
 * for the answer. Node would end the connection without one. It keeps every time limit of the server; where the client
 * has gone, the answer's first bytes show it.
 */
export const answersHalfClosed = <S extends Server>(server: S): S =>
  Object.assign(server, { allowHalfOpen: true, httpAllowHalfOpen: true });
