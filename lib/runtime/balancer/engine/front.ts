import type { ListenerSpec, ProxyProtocol } from '#lib/runtime/balancer/spec.ts';
import type { Pool } from './pool.ts';
import type { ServedCertificate } from './tls.ts';

/** Limits of a listener. Times are in milliseconds. */
export interface Limits {
  /** Until a backend accepts a connection. */
  readonly connect: number;
  /** Until the next byte of a backend's response. */
  readonly response: number;
  /** Until a client of an https listener has completed the handshake. */
  readonly handshake: number;
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
  /** Most requests under way on one connection of HTTP/2. */
  readonly streams: number;
  /** Most requests under way on all connections of HTTP/2 of one listener, which is as many as HTTP/1 can have. */
  readonly requests: number;
}

export const usualLimits: Limits = {
  connect: 5_000,
  response: 60_000,
  handshake: 10_000,
  headers: 15_000,
  client: 75_000,
  keepAlive: 65_000,
  idle: 600_000,
  connections: 10_000,
  streams: 100,
  requests: 10_000,
};

/** What a listener needs when a connection or request comes in. What can be assigned changes with the listener. */
export interface Front {
  readonly pool: Pool;
  readonly protocol: ListenerSpec['protocol'];
  /** The public port. */
  readonly port: number;
  /** The port of backends that have no port of their own. */
  target: number;
  /** The certificates of an https listener, the first for clients that name none of the others' names. */
  certificates: readonly ServedCertificate[];
  /** The port of the https listener to which every client is sent; null where backends answer. */
  redirect: number | null;
  /** How backends of a TCP listener are told the client. */
  proxy: ProxyProtocol;
  /** Whether backends of an https listener are spoken to in HTTP/2. */
  grpc: boolean;
  readonly source: string | null;
  readonly limits: Limits;
}
