import type { Pool } from './pool.ts';

/** Limits of a listener. Times are in milliseconds. */
export interface Limits {
  /** Until a backend accepts a connection. */
  readonly connect: number;
  /** Until the next byte of a backend's response. */
  readonly response: number;
  /** Until a client has sent all headers of a request. */
  readonly headers: number;
  /**
   * Without a byte from or to a client within a request. Longer than `response`, so that a silent backend is reported
   * as such.
   */
  readonly client: number;
  /** Between two requests of a client. */
  readonly keepAlive: number;
  /** Without a byte in either direction, on connections that are passed through: TCP, WebSocket. */
  readonly idle: number;
  /** Most connections of one listener. */
  readonly connections: number;
}

export const usualLimits: Limits = {
  connect: 5_000,
  response: 60_000,
  headers: 15_000,
  client: 75_000,
  keepAlive: 65_000,
  idle: 600_000,
  connections: 10_000,
};

/** What a listener needs when a connection or request comes in. */
export interface Front {
  readonly pool: Pool;
  /** The public port. */
  readonly port: number;
  /** The port of backends that have no port of their own. Changes with the listener. */
  target: number;
  readonly source: string | null;
  readonly limits: Limits;
}
