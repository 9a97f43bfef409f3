import { Duplex, pipeline, Transform, type TransformCallback } from 'node:stream';
import { ignore } from '#lib/runtime/system/errors.ts';

/** Bytes of a frame before its payload (RFC 9113, section 4.1). */
const headBytes = 9;
/** The type of a frame that continues a head (section 6.10). */
const continuation = 9;
/** Such frames that a head may have. nghttp2 gives up a connection at more. */
const mostContinuations = 8;

/**
 * A connection to a backend that ends where a head has more CONTINUATION frames than nghttp2 takes. Node 24 would end
 * the process when it collects the session of one: not all memory of what was read is given back.
 */
export function withoutFloods(socket: Duplex): Duplex {
  const readable = pipeline(socket, new FrameCounter(), ignore);
  return Duplex.from({ readable, writable: socket });
}

/** Passes on frames as they come, and fails at the first CONTINUATION that is one too many. */
class FrameCounter extends Transform {
  readonly #head = Buffer.alloc(headBytes);
  #filled = 0;
  /** Bytes of the frame's payload that are still to come. */
  #left = 0;
  #continuations = 0;

  override _transform(bytes: Buffer, _encoding: string, done: TransformCallback): void {
    if (this.#passes(bytes)) done(null, bytes);
    else done(new Error('a head has too many CONTINUATION frames'));
  }

  #passes(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      const isPayload = this.#left > 0;
      const taken = Math.min(isPayload ? this.#left : headBytes - this.#filled, bytes.length - at);
      if (isPayload) this.#left -= taken;
      else if (!this.#readHead(bytes.subarray(at, at + taken))) return false;
      at += taken;
    }
    return true;
  }

  /** Reads a part of a frame's head. Answers whether the connection may continue. */
  #readHead(part: Buffer): boolean {
    this.#filled += part.copy(this.#head, this.#filled);
    if (this.#filled < headBytes) return true;
    this.#filled = 0;
    this.#left = this.#head.readUIntBE(0, 3);
    this.#continuations = this.#head[3] === continuation ? this.#continuations + 1 : 0;
    return this.#continuations <= mostContinuations;
  }
}
