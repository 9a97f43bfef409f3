import { spawn } from 'node:child_process';
import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Launch } from '#lib/runtime/launch.ts';

/** A server or a UDP socket to be made on an address (IPv4) of a network. */
export interface SocketOrder {
  readonly act: 'listen' | 'bind';
  readonly host: string;
  readonly port: number;
}

/** What an order brings: a server for `listen`, a UDP socket for `bind`. */
export type MadeSocket = Server | UdpSocket;

/**
 * The majors of Node on which sockets were received that a program other than Node had sent: the form of the messages
 * is not documented.
 */
export const PROVEN_NODE_MAJORS: readonly number[] = [24];

/** Milliseconds within which the maker has answered; a tenth of it is enough on a busy machine. */
const PATIENCE_MS = 5000;

/** The maker did not do what was asked, for no reason that the kernel gave. */
export class NotMade extends Error {
  override readonly name = 'NotMade';
}

interface Waiter {
  readonly order: SocketOrder;
  resolve(socket: MadeSocket): void;
  reject(error: Error): void;
}

/**
 * Makes sockets in another network namespace for use here, by a launcher (`launcher/sockets.pl`) that takes a fifth of
 * the time of a Node process. Orders of the same moment go to one launcher.
 */
export class SocketMaker {
  readonly #launch: (orders: readonly SocketOrder[]) => Launch;
  #next: Waiter[] = [];

  constructor(launch: (orders: readonly SocketOrder[]) => Launch) {
    this.#launch = launch;
  }

  /** Rejects with FAILED when the address is not available, and with NotMade when the maker does not work here. */
  make(order: SocketOrder): Promise<MadeSocket> {
    return new Promise((resolve, reject) => {
      if (this.#next.length === 0) setImmediate(() => this.#start());
      this.#next.push({ order, resolve, reject });
    });
  }

  #start(): void {
    const waiters = this.#next;
    this.#next = [];
    const { file, args, env, cwd } = this.#launch(waiters.map(({ order }) => order));
    const maker = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const late = setTimeout(() => maker.kill('SIGKILL'), PATIENCE_MS);
    maker.on('message', ({ seq, error }: { seq: number; error?: string }, socket) => {
      const waiter = waiters[seq];
      if (error !== undefined) waiter?.reject(new DriverError('FAILED', error));
      else if (socket) waiter?.resolve(socket as MadeSocket);
    });
    const ended = () => {
      clearTimeout(late);
      // To those that have their socket this says nothing.
      for (const { reject } of waiters) reject(new NotMade('the maker of sockets ended'));
    };
    maker.once('error', ended);
    // After its last message was heard.
    maker.once('close', ended);
  }
}
