import { isIPv4, type Socket } from 'node:net';
import type { ProxyProtocol } from '#lib/runtime/balancer/spec.ts';
import { octetsOf, plainAddress } from '#lib/runtime/forwarder/blocks.ts';

/** Where a client's connection comes from, and where it arrived. */
export interface Ends {
  readonly from: string;
  readonly fromPort: number;
  readonly to: string;
  readonly toPort: number;
}

/** The ends of a client's connection, which are IPv4 as every listener is; null where the client has left. */
export function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): Ends | null {
  const [from, to] = [plainAddress(remoteAddress ?? ''), plainAddress(localAddress ?? '')];
  if (!isIPv4(from) || !isIPv4(to) || remotePort === undefined || localPort === undefined) return null;
  return { from, fromPort: remotePort, to, toPort: localPort };
}

/**
 * What a connection to a backend begins with, by sections 2.1 and 2.2 of HAProxy's PROXY protocol; empty for `none`.
 * Without ends it says that no client is behind the connection (`UNKNOWN`, `LOCAL`), as in a health check.
 */
export function proxyHeader(version: ProxyProtocol, ends: Ends | null): Buffer {
  if (version === 'none') return Buffer.alloc(0);
  return version === 'v1' ? textOf(ends) : binaryOf(ends);
}

const textOf = (ends: Ends | null): Buffer =>
  Buffer.from(ends ? `PROXY TCP4 ${ends.from} ${ends.to} ${ends.fromPort} ${ends.toPort}\r\n` : 'PROXY UNKNOWN\r\n');

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/** The signature; version 2 and LOCAL (0x20) or PROXY (0x21); TCP over IPv4 (0x11); the length of what follows. */
function binaryOf(ends: Ends | null): Buffer {
  if (!ends) return Buffer.concat([signature, Buffer.from([0x20, 0x00, 0, 0])]);
  const ports = Buffer.alloc(4);
  ports.writeUInt16BE(ends.fromPort, 0);
  ports.writeUInt16BE(ends.toPort, 2);
  return Buffer.concat([signature, Buffer.from([0x21, 0x11, 0, 12]), octetsOf(ends.from), octetsOf(ends.to), ports]);
}
