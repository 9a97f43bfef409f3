import type { FaultAnswer, FaultCall, FaultNotice } from '#lib/model/platform/faults.ts';
import type { FaultBook } from './book.ts';

/** An agent that confirms nothing within this time is ending; the next one is told at its start. */
const KNOWN_WITHIN_MS = 5_000;

/** The agent's process, as far as it is spoken with. */
export interface AgentProcess {
  readonly connected: boolean;
  send(message: FaultNotice | FaultAnswer, sent: () => void): unknown;
  on(event: 'message', listener: (call: FaultCall) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** Tells the agent of a host which faults are in force, and answers what it asks. */
export class AgentLink {
  readonly #book: FaultBook;
  readonly #host: string;
  #agent: AgentProcess | undefined;
  #waiting: { generation: number; resolve: () => void }[] = [];

  /** A change of the book resolves once the agent knows it. */
  constructor(book: FaultBook, host: string) {
    this.#book = book;
    this.#host = host;
    book.onChange(() => this.#tell());
  }

  /** Called with every start of the agent. */
  attach(agent: AgentProcess): void {
    this.#agent = agent;
    agent.on('message', (call) => this.#hear(call));
    agent.once('exit', () => this.#confirm(this.#book.generation));
    // An agent that was told nothing knows of no faults.
    if (this.#book.generation > 0) this.#send(this.#notice());
  }

  async #tell(): Promise<void> {
    if (!this.#agent?.connected) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, KNOWN_WITHIN_MS);
    this.#waiting.push({ generation: this.#book.generation, resolve });
    this.#send(this.#notice());
    await promise;
    clearTimeout(timer);
  }

  #notice(): FaultNotice {
    const host = { names: [this.#host], ids: [this.#host] };
    return {
      type: 'faults',
      generation: this.#book.generation,
      wheres: this.#book.armed(),
      lost: this.#book.strike({ where: 'host', subject: host, attempt: this.#host }) !== null,
    };
  }

  #hear(call: FaultCall): void {
    if (call.type === 'fault') this.#send({ type: 'fault', seq: call.seq, struck: this.#book.strike(call.question) });
    else if (call.type === 'faults') this.#confirm(call.generation);
  }

  #confirm(generation: number): void {
    for (const one of this.#waiting) if (one.generation <= generation) one.resolve();
    this.#waiting = this.#waiting.filter((one) => one.generation > generation);
  }

  #send(message: FaultNotice | FaultAnswer): void {
    // A channel that broke is that of an agent that has ended.
    if (this.#agent?.connected) this.#agent.send(message, () => undefined);
  }
}
