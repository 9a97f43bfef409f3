/** A signal that is aborted when another one is, or after some time. `end()` must be called, or its timer goes on. */
export class Limit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the time ran out before the other signal was aborted. */
  late = false;

  /** `milliseconds` may be Infinity. */
  constructor(outer: AbortSignal | undefined, milliseconds: number) {
    this.#outer = outer;
    if (outer?.aborted) this.#controller.abort(outer.reason);
    else outer?.addEventListener('abort', this.#follow);
    if (milliseconds < 2 ** 31) this.#timer = setTimeout(() => this.#runOut(milliseconds), milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => this.#controller.abort(this.#outer?.reason);

  #runOut(milliseconds: number): void {
    this.late = !this.signal.aborted;
    this.#controller.abort(new Error(`no answer within ${milliseconds / 1000} s`));
  }
}

/** Settles as the promise does, or rejects with the signal's reason once that is aborted. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits; rejects with the signal's reason once that is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}
