import { setTimeout as wait } from 'node:timers/promises';
import { markWord, survey } from '#lib/runtime/launcher/launcher.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';

/** Milliseconds between two programs, and after which a machine is forgotten that nobody asks about. */
const PAUSE_MS = 100;
const FORGET_MS = 5000;

/** A program reads for a minute. One that hears of too many changes ends earlier, and another begins. */
const BOUNDS = { memory: 256 * 1024 * 1024, processor_s: 60, time_ms: 90_000, output: 256 * 1024 };

/**
 * On which ports machines listen in their networks. The kernel's tables are as long as guests like, so one program
 * reads those of all machines that are asked about, and this process hears of changes alone.
 */
export class ListeningPorts {
  /** By mark of a machine's init: when it was last asked about. */
  readonly #asked = new Map<string, number>();
  /** By mark and protocol. */
  readonly #ports = new Map<string, readonly number[]>();
  readonly #closed = new AbortController();
  #round = new AbortController();
  #isReading = false;

  /**
   * The ports of a protocol on which processes in the network of `init` listen, beside 127.0.0.0/8; at most 2048. They
   * are as they were about a quarter of a second ago, and none at the first call.
   */
  of(init: ProcessMark, protocol: 'tcp' | 'udp'): readonly number[] {
    const mark = markWord(init);
    const isNew = !this.#asked.has(mark);
    this.#asked.set(mark, performance.now());
    if (isNew) this.#round.abort();
    if (!this.#isReading) void this.#read();
    return this.#ports.get(`${mark} ${protocol}`) ?? [];
  }

  close(): void {
    this.#closed.abort();
    this.#round.abort();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#asked.size > 0 && !this.#closed.signal.aborted) {
      this.#round = new AbortController();
      let begun: string[] = [];
      const hear = (line: string) => {
        begun = this.#hear(begun, line);
      };
      const settings = { process: [...this.#asked.keys()] };
      await survey('listening', settings, { signal: this.#round.signal, bounds: BOUNDS, hear }).catch(ignore);
      await wait(PAUSE_MS, undefined, { signal: this.#closed.signal }).catch(ignore);
      this.#forget();
    }
    this.#isReading = false;
  }

  /** Takes a line, after those of which it is the rest. Answers what is to be completed by the next one. */
  #hear(begun: readonly string[], line: string): string[] {
    const [mark = '', protocol = '', ...words] = line.split(' ');
    const ports = [...begun, ...words];
    if (ports.at(-1) === '+') return ports.slice(0, -1);
    if (this.#asked.has(mark)) this.#ports.set(`${mark} ${protocol}`, ports.map(Number));
    return [];
  }

  #forget(): void {
    for (const [mark, asked] of this.#asked) {
      if (performance.now() - asked < FORGET_MS) continue;
      this.#asked.delete(mark);
      for (const protocol of ['tcp', 'udp']) this.#ports.delete(`${mark} ${protocol}`);
    }
  }
}
