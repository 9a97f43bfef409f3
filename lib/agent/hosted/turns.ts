import { checkAborted } from './errors.ts';
import { ignore } from './ignore.ts';

/** Calls on one thing, one after the other; the last of them breaks off all before it. */
export class Turns {
  #queue: Promise<unknown> = Promise.resolve();
  #doom = new AbortController();

  /** Acts when those before have ended; the signal that `act` gets fires with the caller's, or when the last turn is asked for. */
  take<T>(signal: AbortSignal, act: (either: AbortSignal) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => {
      checkAborted(signal);
      return act(AbortSignal.any([signal, this.#doom.signal]));
    });
    this.#queue = turn.catch(ignore);
    return turn;
  }

  /** Breaks off what is under way and what waits, and acts then. */
  last<T>(act: () => Promise<T>): Promise<T> {
    this.#doom.abort();
    return this.take(new AbortController().signal, async () => {
      try {
        return await act();
      } finally {
        this.#doom = new AbortController();
      }
    });
  }
}
