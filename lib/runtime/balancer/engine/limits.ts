/** How long things may take, in milliseconds, and how many there may be. */
export interface Limits {
  /** Until a backend takes a connection. */
  readonly connect: number;
  /** Until a backend's next byte of a response. */
  readonly response: number;
  /** Until a client has sent all headers of a request. */
  readonly headers: number;
  /** Without a byte from or to a client within a request. Longer than `response`, so that the backend's silence is told. */
  readonly client: number;
  /** Between a client's requests. */
  readonly keepAlive: number;
  /** Without a byte either way, of connections that are passed through: TCP, WebSocket. */
  readonly idle: number;
  /** Of one listener. */
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
