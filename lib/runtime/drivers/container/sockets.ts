import { type ChildProcess, spawn } from 'node:child_process';
import { Socket as UdpSocket } from 'node:dgram';
import { Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DriverError } from '#lib/runtime/driver.ts';
import type { Launch } from '#lib/runtime/launch.ts';
import { NotMade, type SocketMaker, type SocketOrder } from './made-sockets.ts';

const HELPER = fileURLToPath(new URL('./sockets.mjs', import.meta.url));

/** Milliseconds after a connection in which no other was asked for; then the helper ends. */
const IDLE_MS = 5000;

/**
 * Milliseconds to wait for an order. Node does not tell the helper that the kernel refused to pass a socket on, so the
 * helper may never answer.
 */
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

/** Makes sockets in another network namespace for use here. Their bytes pass through no further process. */
export class NetworkSockets {
  readonly #enter: (argv: readonly string[]) => Launch;
  readonly #maker: SocketMaker | null;
  readonly #waiting = new Map<number, Waiter>();
  #helper: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  /**
   * `enter` wraps a program so that it starts in that network. `maker` makes servers and UDP sockets there, in less
   * time than the helper, which then only connects; where the maker does not work, the helper does that too.
   */
  constructor(enter: (argv: readonly string[]) => Launch, maker: SocketMaker | null = null) {
    this.#enter = enter;
    this.#maker = maker;
  }

  /** Opens a server there; rejects with FAILED when the address is not available. */
  listen(host: string, port: number): Promise<Server> {
    return this.#make({ act: 'listen', host, port }) as Promise<Server>;
  }

  /**
   * Opens a UDP socket there, by default on a port that the kernel chooses; rejects with FAILED when the address is not
   * available.
   */
  datagrams(host: string, port = 0): Promise<UdpSocket> {
    return this.#make({ act: 'bind', host, port }) as Promise<UdpSocket>;
  }

  /** Opens a connection from there, paused; `from` is one of the network's own addresses. */
  async dial(host: string, port: number, from?: string): Promise<Socket> {
    const socket = (await this.#order({ act: 'connect', host, port, ...(from && { from }) })) as Socket;
    socket.allowHalfOpen = true;
    return socket.setNoDelay(true);
  }

  /** Ends the helper. Sockets that were handed over stay open. */
  close(): void {
    clearTimeout(this.#idle);
    if (this.#helper?.connected) this.#helper.disconnect();
    this.#helper = null;
  }

  async #make(order: SocketOrder): Promise<Handle> {
    try {
      if (this.#maker) return await this.#maker.make(order);
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
    }
    return this.#order(order);
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

  /** A helper that lost one socket waits for its acknowledgement and passes no more, so it is killed. */
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
      const unanswered = [...this.#waiting].filter(([, { helper }]) => helper === child);
      for (const [seq] of unanswered) this.#settle(seq, new Error('the network helper ended'));
    };
    child.once('error', lost);
    child.once('exit', lost);
    return child;
  }

  #settle(seq: number, outcome: Error | Handle): void {
    const waiter = this.#waiting.get(seq);
    clearTimeout(waiter?.timer);
    if (!this.#waiting.delete(seq)) {
      // It comes too late and is not needed any more.
      if (outcome instanceof Server || outcome instanceof UdpSocket) outcome.close();
      else if (!(outcome instanceof Error)) outcome.destroy();
      return;
    }
    if (outcome instanceof Error) waiter?.reject(new DriverError('FAILED', outcome.message, { cause: outcome }));
    else waiter?.resolve(outcome);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#idle);
    // Another server is unlikely to be asked for soon; another connection is likely.
    const delay = outcome instanceof Server ? 0 : IDLE_MS;
    this.#idle = setTimeout(() => this.close(), delay).unref();
  }
}
