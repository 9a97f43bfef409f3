import { checkAborted, ignore } from './errors.ts';

/**
 * Runs calls one after the other, in the order in which they were made. A call that fails does not stop the next one.
 */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `act` once every earlier call has ended, and answers as it does. */
  run<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(ignore);
    return turn;
  }
}

/** A queue for each key. Calls with different keys run at the same time. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #onEmpty: (key: string) => void;

  /** Calls `onEmpty` with a key when its last call has ended. */
  constructor(onEmpty: (key: string) => void = ignore) {
    this.#onEmpty = onEmpty;
  }

  /** Runs `act` once every earlier call with this key has ended, and answers as it does. */
  run<T>(key: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act);
    const ended = turn.then(ignore, ignore).then(() => {
      if (this.#last.get(key) !== ended) return;
      this.#last.delete(key);
      this.#onEmpty(key);
    });
    this.#last.set(key, ended);
    return turn;
  }

  /** Resolves once every call made so far has ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

/** A queue whose calls can be aborted: `last` aborts every call that was made before it. */
export class AbortableQueue {
  readonly #queue = new Queue();
  /** Aborts the calls made since the last call of `last`. */
  #abort = new AbortController();

  /**
   * Runs `act` after the earlier calls. The signal for `act` fires with the caller's signal, and when `last` is called.
   * Rejects with ABORTED also when `act` has finished, if `last` was called meanwhile and is about to undo it.
   */
  run<T>(signal: AbortSignal, act: (either: AbortSignal) => Promise<T>): Promise<T> {
    const aborted = this.#abort.signal;
    return this.#queue.run(async () => {
      const either = AbortSignal.any([signal, aborted]);
      checkAborted(either);
      const done = await act(either);
      checkAborted(aborted);
      return done;
    });
  }

  /** Aborts the calls that run or wait, then runs `act`. */
  last<T>(act: () => Promise<T>): Promise<T> {
    this.#abort.abort();
    this.#abort = new AbortController();
    return this.#queue.run(act);
  }
}
