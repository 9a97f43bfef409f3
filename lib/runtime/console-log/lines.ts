/** The most bytes of a line. A longer one is several lines. */
const lineBytes = 4096;

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Cuts bytes into lines of text. What is no UTF-8 is shown by U+FFFD. */
export class Lines {
  readonly #take: (line: string) => void;
  #rest: Buffer;

  /** `rest` are bytes with which the first line begins. */
  constructor(take: (line: string) => void, rest: Buffer = Buffer.alloc(0)) {
    this.#take = take;
    this.#rest = rest;
  }

  /** The bytes of a line that has no end yet. */
  get rest(): Buffer {
    return this.#rest;
  }

  write(bytes: Buffer): void {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    for (;;) {
      const end = rest.subarray(0, lineBytes).indexOf(newline);
      if (end < 0 && rest.length < lineBytes) break;
      const length = end < 0 ? lineBytes : end;
      this.#give(rest.subarray(0, length));
      rest = rest.subarray(end < 0 ? length : length + 1);
    }
    // A copy: the stream's own memory is larger, and would be kept.
    this.#rest = Buffer.from(rest);
  }

  /** Gives the last line, which has no end. */
  end(): void {
    if (this.#rest.length > 0) this.#give(this.#rest);
    this.#rest = Buffer.alloc(0);
  }

  #give(line: Buffer): void {
    const length = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
    this.#take(line.toString('utf8', 0, length));
  }
}
