import type { Socket as UdpSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import type { Share } from './descriptors.ts';

/** The forwarder's side of a machine's network: it speaks to the machine from the gateway address. */
export interface Inside {
  readonly address: string;
  /** A connection to the machine, paused. */
  connect(port: number): Promise<Socket>;
  /** A socket from which datagrams can be sent to the machine. */
  datagrams(): Promise<UdpSocket>;
  /** Ports on which the machine listens, on more than its loopback. */
  listening(protocol: 'tcp' | 'udp'): number[];
}

/** The forwarder's side of the host: where clients come. Both reject with what the kernel said. */
export interface Outside {
  /** Listens; connections come paused. */
  listen(host: string, port: number): Promise<Server>;
  bind(host: string, port: number): Promise<UdpSocket>;
}

/** What is forwarded; `flows` are the open connections of the whole address, which outlive the port's closing. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly flows: Set<Socket>;
  /** The machine's part of the descriptors that there are. */
  readonly share: Share;
}

/** An open port of an address. */
export interface Forward {
  /** Takes no more flows. Connections stay; datagrams have no other way than their port, so their flows end. */
  close(): void;
}

/** Asked of each new flow: whether it comes in. */
export type Admit = (address: string) => boolean;
