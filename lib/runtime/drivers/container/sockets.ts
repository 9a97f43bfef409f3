import { type ChildProcess, spawn } from 'node:child_process';
import { Socket as UdpSocket } from 'node:dgram';
import { Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Launch } from '#lib/runtime/launch.ts';

const HELPER = fileURLToPath(new URL('./sockets.mjs', import.meta.url));

/** After a connection, the helper ends when no other was asked for this long. */
const IDLE_MS = 5000;

/** How long an order may take. Node does not tell the helper when the kernel refused to pass a socket on, so it may say nothing at all. */
const PATIENCE_MS = { listen: 10_000, connect: 150_000, bind: 10_000 };

type Handle = Server | Socket | UdpSocket;

interface Order {
  readonly act: keyof typeof PATIENCE_MS;
  readonly host: string;
  readonly port: number;
  readonly from?: string;
}

interface Waiter {
  resolve(handle: Handle): void;
  reject(error: Error): void;
  readonly helper: ChildProcess;
  readonly timer: NodeJS.Timeout;
}

/** Sockets made in another network namespace and used here: what passes through them crosses no further process. */
export class NetworkSockets {
  readonly #enter: (argv: readonly string[]) => Launch;
  readonly #waiting = new Map<number, Waiter>();
  #helper: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  /** `enter` wraps a program so that it starts in that network. */
  constructor(enter: (argv: readonly string[]) => Launch) {
    this.#enter = enter;
  }

  /** A server that listens there; rejects with FAILED where that address cannot be had. */
  listen(host: string, port: number): Promise<Server> {
    return this.#order({ act: 'listen', host, port }) as Promise<Server>;
  }

  /** A UDP socket bound there, at a port of the kernel's choice; rejects with FAILED where that address cannot be had. */
  datagrams(host: string): Promise<UdpSocket> {
    return this.#order({ act: 'bind', host, port: 0 }) as Promise<UdpSocket>;
  }

  /** A connection made from there, paused; `from` is one of the network's own addresses. */
  async dial(host: string, port: number, from?: string): Promise<Socket> {
    const socket = (await this.#order({ act: 'connect', host, port, ...(from && { from }) })) as Socket;
    socket.allowHalfOpen = true;
    return socket.setNoDelay(true);
  }

  /** Ends the helper; sockets that were handed over are not touched. */
  close(): void {
    clearTimeout(this.#idle);
    if (this.#helper?.connected) this.#helper.disconnect();
    this.#helper = null;
  }

  #order(order: Order): Promise<Handle> {
    const seq = ++this.#last;
    const helper = this.#helper ?? this.#start();
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(seq, helper), PATIENCE_MS[order.act]);
      this.#waiting.set(seq, { resolve, reject, helper, timer });
      helper.send({ seq, ...order }, (error) => error && this.#settle(seq, error));
    });
  }

  /** Nothing more comes through a helper of which one socket was lost: it waits for that one to be acknowledged. */
  #giveUp(seq: number, helper: ChildProcess): void {
    this.#settle(seq, new Error('the network helper did not answer'));
    helper.kill('SIGKILL');
    if (this.#helper === helper) this.#helper = null;
  }

  #start(): ChildProcess {
    const { file, args, env, cwd } = this.#enter([process.execPath, HELPER]);
    const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#helper = child;
    child.on('message', ({ seq, error }: { seq: number; error?: string }, handle) =>
      this.#settle(seq, error ? new Error(error) : (handle as Handle)),
    );
    const lost = () => {
      if (this.#helper === child) this.#helper = null;
      const own = [...this.#waiting].filter(([, { helper }]) => helper === child);
      for (const [seq] of own) this.#settle(seq, new Error('the network helper ended'));
    };
    child.once('error', lost);
    child.once('exit', lost);
    return child;
  }

  #settle(seq: number, outcome: Error | Handle): void {
    const waiter = this.#waiting.get(seq);
    clearTimeout(waiter?.timer);
    if (!this.#waiting.delete(seq)) {
      // It comes too late: nobody will ever use it.
      if (outcome instanceof Server || outcome instanceof UdpSocket) outcome.close();
      else if (!(outcome instanceof Error)) outcome.destroy();
      return;
    }
    if (outcome instanceof Error) waiter?.reject(new DriverError('FAILED', outcome.message, { cause: outcome }));
    else waiter?.resolve(outcome);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#idle);
    // Another server is not to be expected; another connection is.
    const patience = outcome instanceof Server ? 0 : IDLE_MS;
    this.#idle = setTimeout(() => this.close(), patience).unref();
  }
}
