/** How many machines are booted at the same time. */
const abreast = 4;

/** How often in succession a machine may end the runtime by its boot and is booted again. */
const mostEnds = 3;

interface Turn {
  readonly id: string;
  readonly begin: () => void;
}

/**
 * The turns in which a host boots the machines that are to run. A machine that was booting when the runtime ended may
 * be the cause of that end: it boots after all others, and alone. So the others come up, and a further end of the
 * runtime says which machine causes it.
 */
export class BootTurns {
  readonly #booting = new Set<Turn>();
  #waiting: Turn[] = [];
  /** Machines that were booting when the runtime ended, and how often nothing else was under way then. */
  readonly #suspects = new Map<string, number>();

  /**
   * Waits until a machine may boot. Answers the function that ends its turn. An aborted wait ends at once and holds no
   * turn.
   */
  async take(id: string, signal?: AbortSignal): Promise<() => void> {
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    const turn = { id, begin };
    const giveUp = () => {
      this.#waiting = this.#waiting.filter((one) => one !== turn);
      begin();
    };
    this.#waiting.push(turn);
    this.#next();
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise;
    signal?.removeEventListener('abort', giveUp);
    return () => {
      this.#booting.delete(turn);
      this.#next();
    };
  }

  /**
   * Notes that the runtime ended while a machine booted; `alone`: and nothing else was under way. False when the
   * machine is not to be booted again, because this has happened for the fourth time in succession.
   */
  mayBootAgain(id: string, alone: boolean): boolean {
    const ends = (this.#suspects.get(id) ?? 0) + (alone ? 1 : 0);
    this.#suspects.set(id, ends);
    return ends <= mostEnds;
  }

  /** Notes that the boot of a machine did not end the runtime, or that the machine is no longer booted. */
  clear(id: string): void {
    this.#suspects.delete(id);
  }

  #next(): void {
    const isSuspect = ({ id }: Turn) => this.#suspects.has(id);
    const isFull = this.#booting.size >= abreast || [...this.#booting].some(isSuspect);
    const next = this.#waiting.find((turn) => !isSuspect(turn)) ?? this.#waiting[0];
    if (!next || isFull || (isSuspect(next) && this.#booting.size > 0)) return;
    this.#waiting = this.#waiting.filter((turn) => turn !== next);
    this.#booting.add(next);
    next.begin();
    this.#next();
  }
}
