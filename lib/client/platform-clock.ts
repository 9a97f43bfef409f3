import type { Fetch, TransportReply } from './transport.ts';

/** Seconds within which two clocks are taken for one: `Date` has whole seconds, and a reply takes its time. */
const alike = 2;

/**
 * The platform's clock as its replies tell it, for pages and commands that show how old something is: the clock of the
 * device may be wrong, and that of a platform on a laptop may have been moved (contract 4.11).
 */
export class PlatformClock {
  readonly #changed: () => void;
  readonly #device: () => number;
  /** Milliseconds from the device's clock to the platform's. */
  #shift = 0;
  #ahead = 0;

  /** `changed` is called whenever the platform's clock turns out to be another; `device` is the device's clock. */
  constructor(changed: () => void = () => undefined, device: () => number = Date.now) {
    this.#changed = changed;
    this.#device = device;
  }

  /** The platform's present moment, in milliseconds since 1970, when it is `device` by the device's clock. */
  now(device = this.#device()): number {
    return device + this.#shift;
  }

  /** Seconds by which the platform's clock was moved ahead of the real time; 0 where it was not. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Sends requests by `send`, and reads the clock from each reply. */
  listening(send: Fetch): Fetch {
    return async (url, request) => {
      const reply = await send(url, request);
      this.#read(reply, this.#device());
      return reply;
    };
  }

  #read({ headers }: TransportReply, device: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const ahead = Number(headers.get('x-clock-ahead') ?? 0);
    const wrong = date - device;
    const shift = ahead * 1000 + (Math.abs(wrong) > alike * 1000 ? wrong : 0);
    const isNew = ahead !== this.#ahead || Math.abs(shift - this.#shift) > alike * 1000;
    if (!isNew) return;
    this.#ahead = ahead;
    this.#shift = shift;
    this.#changed();
  }
}
