/**
 * Follows a server's WebSocket frames (RFC 6455 5.2) as they pass, to know where a frame may be inserted. A server's
 * frames are not masked, so a header has 2, 4 or 10 bytes.
 */
export class FrameFollower {
  #header: number[] = [];
  #rest = 0;
  #closed = false;

  /** Whether all frames so far are complete, and none was a close frame. */
  get isBetween(): boolean {
    return !this.#closed && this.#rest === 0 && this.#header.length === 0;
  }

  pass(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#rest > 0) {
        const taken = Math.min(this.#rest, bytes.length - at);
        this.#rest -= taken;
        at += taken;
      } else {
        this.#header.push(bytes[at] ?? 0);
        at += 1;
        this.#readHeader();
      }
    }
  }

  #readHeader(): void {
    const [first = 0, second = 0, ...extended] = this.#header;
    const length = second & 0x7f;
    const lengthBytes = length === 127 ? 8 : length === 126 ? 2 : 0;
    if (this.#header.length < 2 + lengthBytes) return;
    this.#rest = lengthBytes === 0 ? length : extended.reduce((sum, byte) => sum * 256 + byte, 0);
    this.#closed ||= (first & 0x0f) === 0x8;
    this.#header = [];
  }
}

/** A server's close frame. */
export function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code);
  payload.write(reason, 2);
  return Buffer.concat([Buffer.from([0x88, payload.length]), payload]);
}
