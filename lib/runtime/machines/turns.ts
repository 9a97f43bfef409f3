import { checkAborted } from '#lib/runtime/system/errors.ts';
import { OneAtATime } from '#lib/runtime/system/one-at-a-time.ts';

/** Runs the calls on one thing one after the other. `last` aborts every call that was made before it. */
export class Turns {
  readonly #queue = new OneAtATime();
  /** Aborts the calls made since the last call of `last`. */
  #doom = new AbortController();

  /**
   * Runs `act` after the earlier calls. The signal for `act` fires with the caller's signal, and when `last` is called.
   * Rejects with ABORTED also when `act` has finished, if `last` was called meanwhile and is about to undo it.
   */
  take<T>(signal: AbortSignal, act: (either: AbortSignal) => Promise<T>): Promise<T> {
    const doom = this.#doom.signal;
    return this.#queue.run(async () => {
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
    return this.#queue.run(act);
  }
}
