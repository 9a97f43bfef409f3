/** Lets a number of pieces of work be under way at a time. Others wait, and begin in the order in which they came. */
export class Slots {
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Does the work once there is a slot, and answers as it does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.resolve();
      else this.#free += 1;
    }
  }

  /** Rejects the work that waits with this error. */
  dismiss(error: Error): void {
    for (const turn of this.#waiting.splice(0)) turn.reject(error);
  }

  #turn(): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn);
    return turn.promise;
  }
}
