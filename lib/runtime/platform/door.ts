import type { Server, Socket } from 'node:net';
import { joinSockets } from '#lib/runtime/forwarder/join-sockets.ts';
import type { Gate } from '#lib/runtime/forwarder/rules.ts';
import type { PlatformPart, ReachPlatform } from './reach.ts';

/** Connections of one machine at a time; others are reset. */
const CONNECTIONS = 128;
const PORT = 80;

interface Admitted {
  readonly id: string;
  readonly outbound: Gate | null;
  readonly open: Set<Socket>;
}

/**
 * The way of a VPC's machines to the platform. Within the VPC an address is a machine: no machine can send from
 * another's. Beyond it, machines are known by their ids.
 */
export class PlatformDoor {
  readonly #reach: ReachPlatform;
  readonly #servers: Server[] = [];
  /** By their addresses. */
  readonly #machines = new Map<string, Admitted>();

  constructor(reach: ReachPlatform) {
    this.#reach = reach;
  }

  /** Serves a part of the platform at an address of the VPC. */
  serve(part: PlatformPart, address: string, server: Server): void {
    this.#servers.push(server);
    server.on('connection', (socket: Socket) => this.#take(part, address, socket));
  }

  /**
   * Lets the machine at this address in, as far as its outbound rules allow. Its open connections stay; those of a
   * machine that had the address before are cut.
   */
  admit(id: string, source: string, outbound: Gate | null): void {
    if (this.#machines.get(source)?.id !== id) this.forget(source);
    this.#machines.set(source, { id, outbound, open: this.#machines.get(source)?.open ?? new Set() });
  }

  /** Cuts the connections of a machine that is gone. */
  forget(source: string): void {
    for (const socket of this.#machines.get(source)?.open ?? []) socket.destroy();
    this.#machines.delete(source);
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const source of [...this.#machines.keys()]) this.forget(source);
  }

  #take(part: PlatformPart, address: string, near: Socket): void {
    near.on('error', () => near.destroy());
    const machine = this.#machines.get(near.remoteAddress ?? '');
    if (!machine || machine.open.size >= CONNECTIONS) return void near.resetAndDestroy();
    // The kernel keeps these rules too, where it can.
    if (machine.outbound?.('tcp', address, PORT) === false) return void near.resetAndDestroy();
    machine.open.add(near);
    near.once('close', () => machine.open.delete(near));
    near.allowHalfOpen = true;
    near.setNoDelay(true);
    this.#reach(part, machine.id).then(
      (far) => (near.destroyed ? far.destroy() : joinSockets(near, far)),
      () => near.resetAndDestroy(),
    );
  }
}
