/** Reads the data types of RFC 4251 section 5; throws what `broken` makes where the bytes end too early. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #broken: () => Error;
  #at = 0;

  constructor(bytes: Buffer, broken: () => Error) {
    this.#bytes = bytes;
    this.#broken = broken;
  }

  /** A length and so many bytes. */
  string(): Buffer {
    const start = this.#at + 4;
    if (start > this.#bytes.length) throw this.#broken();
    const end = start + this.#bytes.readUInt32BE(this.#at);
    if (end > this.#bytes.length) throw this.#broken();
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  /** A positive mpint without its sign byte, most significant byte first; other forms of a number are broken. */
  positive(): Buffer {
    const raw = this.string();
    const [first = 0, second = 0] = raw;
    if (raw.length === 0 || first >= 0x80) throw this.#broken();
    if (first !== 0) return raw;
    if (second < 0x80) throw this.#broken();
    return raw.subarray(1);
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
