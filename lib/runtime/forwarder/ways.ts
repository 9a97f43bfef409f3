import type { Socket as UdpSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import type { Share } from './descriptors.ts';

/** The forwarder's access to a machine's network. It reaches the machine from the gateway address. */
export interface Inside {
  readonly address: string;
  /** Opens a connection to the machine, paused. */
  connect(port: number): Promise<Socket>;
  /** Opens a socket that can send datagrams to the machine. */
  datagrams(): Promise<UdpSocket>;
  /** Ports on which the machine listens, beyond its loopback. */
  listening(protocol: 'tcp' | 'udp'): readonly number[];
}

/** The forwarder's access to the host, where clients connect. Both calls reject with the kernel's error. */
export interface Outside {
  /** Listens on a port. Connections arrive paused. */
  listen(host: string, port: number): Promise<Server>;
  bind(host: string, port: number): Promise<UdpSocket>;
}

/**
 * A public port to forward. `flows` are the open connections of its whole address; they stay when the port is closed.
 */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly flows: Set<Socket>;
  /** The machine's share of the descriptors. */
  readonly share: Share;
}

/** An open public port. */
export interface Forward {
  /** Takes no more flows. Connections stay open. Flows of datagrams end, because they need the port. */
  close(): void;
}

/** Decides for each new flow whether its source is allowed. */
export type Admit = (address: string) => boolean;
