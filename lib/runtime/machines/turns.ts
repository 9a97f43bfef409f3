import { checkAborted } from '#lib/runtime/system/errors.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

/** Runs the calls on one thing one after the other. `last` aborts every call that was made before it. */
export class Turns {
  #queue: Promise<unknown> = Promise.resolve();
  /** Aborts the calls made since the last call of `last`. */
  #doom = new AbortController();

  /**
   * Runs `act` after the earlier calls. The signal for `act` fires with the caller's signal, and when `last` is called.
   * Rejects with ABORTED also when `act` has finished, if `last` was called meanwhile and is about to undo it.
   */
  take<T>(signal: AbortSignal, act: (either: AbortSignal) => Promise<T>): Promise<T> {
    const doom = this.#doom.signal;
    return this.#next(async () => {
      const either = AbortSignal.any([signal, doom]);
      checkAborted(either);
      const done = await act(either);
      checkAborted(doom);
      return done;
    });
  }

  /** Aborts the calls that run or wait, then runs `act`. */
  last<T>(act: () => Promise<T>): Promise<T> {
    this.#doom.abort();
    this.#doom = new AbortController();
    return this.#next(act);
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act);
    this.#queue = turn.catch(ignore);
    return turn;
  }
}
