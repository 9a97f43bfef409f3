import { createHash, type Hash } from 'node:crypto';
import { S3Error } from '#lib/local/s3/errors.ts';
import { linesToSign } from '#lib/standards/sigv4/canonical.ts';
import { isSameSignature } from '#lib/standards/sigv4/core.ts';

/** The key and scope of chunk signatures; absent where chunks are not signed. */
export interface ChunkSigning {
  sign: (text: string) => string;
  timestamp: string;
  scope: string;
  /** The request's signature, from which the first chunk's is computed. */
  seed: string;
}

interface Framed {
  /** The number of bytes of all chunks together. */
  length: number;
  trailer: boolean;
  signing: ChunkSigning | undefined;
}

const MAX_LINE = 4096;
const MAX_TRAILER = 8192;
const SEAL = 'x-amz-trailer-signature';
const EMPTY = createHash('sha256').digest('hex');

type State = 'head' | 'data' | 'after' | 'trailer' | 'end';

/**
 * Decodes aws-chunked from pieces of any size: `push` returns the data of each, `end` checks that all has arrived. It
 * checks the signatures of chunks and trailers. Throws IncompleteBody, SignatureDoesNotMatch, MalformedTrailerError.
 * Framing is never returned as data. Trailers may end their lines as minio-go does: with LF, with an empty line before
 * the signature, or after the end where there is none.
 */
export class ChunkDecoder {
  readonly #framed: Framed;
  #state: State = 'head';
  #line = '';
  #left = 0;
  #taken = 0;
  #last = false;
  #claimed = '';
  #previous: string;
  #hash: Hash | undefined;
  #trailerBytes = 0;
  #unsealed = false;
  /** What may follow the end. */
  #rest: string;
  readonly trailers = new Map<string, string>();

  constructor(framed: Framed) {
    this.#framed = framed;
    this.#previous = framed.signing?.seed ?? '';
    this.#rest = framed.trailer ? '\r\n' : '';
  }

  /** Returns the data in this piece. */
  push(piece: Buffer): Buffer[] {
    const data: Buffer[] = [];
    let at = 0;
    while (at < piece.length) {
      if (this.#state === 'end') {
        this.#takeRest(piece.toString('latin1', at));
        return data;
      }
      if (this.#state === 'data') {
        const bytes = piece.subarray(at, at + this.#left);
        at += bytes.length;
        this.#takeData(bytes);
        data.push(bytes);
      } else at = this.#takeFraming(piece, at);
    }
    return data;
  }

  #takeData(bytes: Buffer): void {
    this.#left -= bytes.length;
    this.#hash?.update(bytes);
    if (this.#left === 0) this.#endChunk('after');
  }

  #takeFraming(piece: Buffer, at: number): number {
    const end = piece.indexOf(10, at);
    const next = end < 0 ? piece.length : end + 1;
    this.#line += piece.toString('latin1', at, next);
    if (this.#line.length > MAX_LINE) throw new S3Error('IncompleteBody', { message: 'A chunk header is too long' });
    if (end >= 0) this.#takeLine();
    return next;
  }

  #takeRest(text: string): void {
    if (!this.#rest.startsWith(text)) {
      throw new S3Error('IncompleteBody', { message: 'There is data behind the last chunk' });
    }
    this.#rest = this.#rest.slice(text.length);
  }

  /** Throws IncompleteBody unless everything has arrived. */
  end(): void {
    if (this.#unsealed) throw new S3Error('MalformedTrailerError');
    if (this.#state === 'end' && this.#taken === this.#framed.length) return;
    throw new S3Error('IncompleteBody', {
      message: 'You did not provide the number of bytes specified by the x-amz-decoded-content-length HTTP header',
    });
  }

  #takeLine(): void {
    const end = this.#state === 'trailer' ? /\r?\n$/ : /\r\n$/;
    if (!end.test(this.#line)) throw new S3Error('IncompleteBody', { message: 'A chunk is malformed' });
    const line = this.#line.replace(end, '');
    this.#line = '';
    if (this.#state === 'head') this.#takeHead(line);
    else if (this.#state === 'trailer') this.#takeTrailer(line);
    else if (line !== '') throw new S3Error('IncompleteBody', { message: 'A chunk is longer than its header says' });
    else this.#state = this.#last ? 'end' : 'head';
  }

  #takeHead(line: string): void {
    const match = /^([0-9a-fA-F]{1,13})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
    if (!match) throw new S3Error('IncompleteBody', { message: 'A chunk header is malformed' });
    const [, size = '', claimed] = match;
    if (this.#framed.signing && claimed === undefined) throw new S3Error('SignatureDoesNotMatch');
    this.#claimed = claimed ?? '';
    this.#left = Number.parseInt(size, 16);
    this.#taken += this.#left;
    if (this.#taken > this.#framed.length) {
      throw new S3Error('IncompleteBody', { message: 'The chunks are longer than x-amz-decoded-content-length' });
    }
    this.#hash = this.#framed.signing && createHash('sha256');
    this.#last = this.#left === 0;
    if (!this.#last) this.#state = 'data';
    else this.#endChunk(this.#framed.trailer ? 'trailer' : 'after');
  }

  #endChunk(next: State): void {
    const digest = this.#hash?.digest('hex') ?? '';
    this.#check('AWS4-HMAC-SHA256-PAYLOAD', `${EMPTY}\n${digest}`, this.#claimed);
    this.#state = next;
  }

  #check(algorithm: string, text: string, claimed: string): void {
    const { signing } = this.#framed;
    if (!signing) return;
    const ours = signing.sign(linesToSign(algorithm, signing, this.#previous, text));
    if (!isSameSignature(ours, claimed)) {
      throw new S3Error('SignatureDoesNotMatch', { message: 'The signature of a chunk or trailer does not match' });
    }
    this.#previous = ours;
  }

  #takeTrailer(line: string): void {
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > MAX_TRAILER) throw new S3Error('MalformedTrailerError');
    const sealed = !this.#framed.signing || this.trailers.has(SEAL);
    if (line === '' && !sealed && !this.#unsealed && this.trailers.size > 0) {
      this.#unsealed = true;
      return;
    }
    if (line === '') {
      this.#endTrailer();
      return;
    }
    const cut = line.indexOf(':');
    const name = line.slice(0, cut).trim().toLowerCase();
    if (cut < 1 || this.trailers.has(name) || !/^[\t\x20-\x7e]*$/.test(line))
      throw new S3Error('MalformedTrailerError');
    this.trailers.set(name, line.slice(cut + 1).trim());
    if (name === SEAL) this.#unsealed = false;
  }

  #endTrailer(): void {
    const signature = this.trailers.get(SEAL);
    this.trailers.delete(SEAL);
    if (this.#framed.signing) {
      if (!/^[0-9a-f]{64}$/.test(signature ?? '')) throw new S3Error('MalformedTrailerError');
      const lines = [...this.trailers].map(([name, value]) => `${name}:${value}\n`).join('');
      this.#check(
        'AWS4-HMAC-SHA256-TRAILER',
        createHash('sha256').update(lines, 'latin1').digest('hex'),
        signature ?? '',
      );
    }
    this.#state = 'end';
  }
}
