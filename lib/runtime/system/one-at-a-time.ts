import { ignore } from './ignore.ts';

/**
 * Runs calls one after the other, in the order in which they were made. A call that fails does not stop the next one.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `act` once every earlier call has ended, and answers as it does. */
  run<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(ignore);
    return turn;
  }
}
