import { checkAborted } from '#lib/runtime/system/errors.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

/** Calls on one thing, one after the other; the last of them breaks off all that were asked for before it. */
export class Turns {
  #queue: Promise<unknown> = Promise.resolve();
  /** Of the turns asked for since the last `last`. */
  #doom = new AbortController();

  /**
   * Acts when those before have ended; the signal that `act` gets fires with the caller's, or when the last turn is asked
   * for. ABORTED also where `act` came to its end, but what it did is about to be undone by the last.
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

  /** Breaks off what is under way and what waits, and acts then. */
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
