import type { Duplex } from 'node:stream';
import { DriverError } from '#lib/runtime/driver.ts';
import { dialHolder } from '#lib/runtime/holders.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** An event that QEMU sends by itself (QEMU Machine Protocol reference). */
export interface QmpEvent {
  readonly event: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Answer extends Partial<QmpEvent> {
  readonly id?: number;
  readonly return?: unknown;
  readonly error?: { readonly class: string; readonly desc: string };
}

/** Milliseconds within which a QEMU answers; a thousandth of it is enough. */
const PATIENCE_MS = 30_000;

/** Connects to a QEMU's monitor. FAILED where none answers. */
export async function openQmp(socket: string): Promise<Qmp> {
  const line = await dialHolder(socket);
  if (!line) throw gone();
  const timer = setTimeout(() => line.destroy(), PATIENCE_MS);
  const qmp = new Qmp(line);
  await qmp.command('qmp_capabilities').finally(() => clearTimeout(timer));
  return qmp;
}

/** One QEMU's monitor, with one client at a time: lines of JSON. Commands reject with FAILED and QEMU's message. */
export class Qmp {
  /** Resolves when the connection has ended, as it does with QEMU. */
  readonly closed: Promise<void>;
  readonly #line: Duplex;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Set<(event: QmpEvent) => void>();
  #last = 0;
  #rest = '';

  constructor(line: Duplex) {
    this.#line = line;
    line.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    line.on('error', ignore);
    this.closed = new Promise((resolve) => line.once('close', () => resolve(this.#end())));
  }

  command(execute: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = ++this.#last;
    const waiter = Promise.withResolvers<unknown>();
    if (this.#line.destroyed) waiter.reject(gone());
    else {
      this.#waiting.set(id, waiter);
      this.#line.write(`${JSON.stringify({ execute, arguments: args, id })}\n`);
    }
    return waiter.promise;
  }

  /** Runs a command of the human monitor and answers its output. */
  async monitor(line: string): Promise<string> {
    return String(await this.command('human-monitor-command', { 'command-line': line }));
  }

  /** Adds a listener. Answers the function that removes it. */
  listen(listener: (event: QmpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Waits for the next event for which `is` holds; null after `timeoutMs` milliseconds. */
  event(is: (event: QmpEvent) => boolean, timeoutMs: number): Promise<QmpEvent | null> {
    return new Promise((resolve) => {
      const done = (event: QmpEvent | null) => {
        clearTimeout(timer);
        stop();
        resolve(event);
      };
      const timer = setTimeout(done, timeoutMs, null);
      const stop = this.listen((event) => is(event) && done(event));
    });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) this.#receive(JSON.parse(line) as Answer);
  }

  #receive(answer: Answer): void {
    if (answer.event !== undefined) {
      for (const listener of [...this.#listeners]) listener(answer as QmpEvent);
    }
    const waiter = this.#waiting.get(answer.id ?? 0);
    if (!waiter) return;
    this.#waiting.delete(answer.id ?? 0);
    if (answer.error) waiter.reject(new DriverError('FAILED', `QEMU: ${answer.error.desc}`));
    else waiter.resolve(answer.return);
  }

  #end(): void {
    for (const waiter of this.#waiting.values()) waiter.reject(gone());
    this.#waiting.clear();
  }
}

const gone = () => new DriverError('FAILED', 'the machine has ended');
