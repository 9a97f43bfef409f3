import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Network } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import type { EngineCommand, EngineMessage, HealthNews, Opening } from './spec.ts';

const ENTRY = fileURLToPath(new URL('./engine/main.ts', import.meta.url));

/** Milliseconds to wait for an order; every order takes less. */
const ANSWER_TIMEOUT_MS = 15_000;

/** An order without its number. */
type Command = EngineCommand extends infer One ? (One extends EngineCommand ? Omit<One, 'seq'> : never) : never;

interface Waiter {
  resolve(missing: readonly Opening[]): void;
  reject(error: Error): void;
}

/** A process inside a VPC's network that serves the VPC's load balancers. It ends with this process. */
export class EngineProcess {
  /** Resolves when the process has ended and all its ports are free. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiter>();
  #last = 0;

  constructor(network: Network, listener: { health(news: HealthNews): void; log(line: string): void }) {
    const argv = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--', process.execPath, ENTRY];
    const { file, args, env, cwd } = network.enter(argv);
    const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    const onEnd = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('it ended'));
      this.#waiting.clear();
      resolve();
    };
    child.once('exit', onEnd).once('error', onEnd);
    if (child.stderr) readLines(child.stderr, (line) => listener.log(`balancer: ${line}`));
    child.on('message', (message: EngineMessage) => {
      if (message.type === 'health') return listener.health(message.news);
      const waiter = this.#waiting.get(message.seq);
      if (message.type === 'done') waiter?.resolve(message.missing);
      else waiter?.reject(new Error(message.reason));
      this.#waiting.delete(message.seq);
    });
  }

  /**
   * Sends an order and answers the sockets that are still missing. FAILED when the order fails, or the process ends or
   * does not answer.
   */
  async order(command: Command, socket?: Server): Promise<readonly Opening[]> {
    const seq = ++this.#last;
    const waiter = Promise.withResolvers<readonly Opening[]>();
    this.#waiting.set(seq, waiter);
    const timer = setTimeout(() => waiter.reject(new Error('it does not answer')), ANSWER_TIMEOUT_MS);
    try {
      if (!this.#child.connected) throw new Error('it ended');
      this.#child.send({ ...command, seq }, socket, {}, (error) => error && waiter.reject(error));
      return await waiter.promise;
    } catch (error) {
      throw new DriverError('FAILED', `the balancer process: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(seq);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
