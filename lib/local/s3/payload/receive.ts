import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from '#lib/local/s3/errors.ts';
import { checkedValue, checksumHeader, newChecksum } from './checksums.ts';
import { ChunkDecoder, type ChunkSigning } from './chunked.ts';
import type { PayloadPlan } from './plan.ts';

/** Where the data of a body is written. */
export interface Sink {
  write(bytes: Buffer): Promise<void> | void;
}

/** A body whose length, hashes and checksums were found correct. */
export interface Received {
  size: number;
  /** The MD5 in hex. */
  md5: string;
  checksum: { algorithm: string; value: string } | null;
}

/** How to receive a body. */
export interface Receiving {
  plan: PayloadPlan;
  signing: ChunkSigning | undefined;
  /** The largest size; a larger body is EntityTooLarge. */
  limit: number;
}

/**
 * Writes a body to a sink, and checks its length, hashes and checksums. Throws where one differs; the caller then
 * discards the data. A client that disconnects is IncompleteBody, one that stops sending is RequestTimeout.
 */
export async function receive(
  body: IncomingMessage,
  sink: Sink,
  { plan, signing, limit }: Receiving,
): Promise<Received> {
  if ((plan.length ?? 0) > limit) throw tooLarge(plan.length, limit);
  const decoder = decoderOf(plan, signing);
  if (plan.checksum?.value !== undefined) checkedValue(plan.checksum.algorithm, plan.checksum.value);
  const digests = startDigests(plan);
  let size = 0;
  for await (const data of decoder ? unframed(body, decoder) : pieces(body)) {
    size += data.length;
    if (size > limit) throw tooLarge(size, limit);
    digests.update(data);
    await sink.write(data);
  }
  if (plan.length !== undefined && size !== plan.length) throw new S3Error('IncompleteBody');
  return { size, ...digests.check(decoder?.trailers) };
}

function decoderOf({ framing, length = 0, trailer }: PayloadPlan, signing: ChunkSigning | undefined) {
  if (framing === 'none') return undefined;
  return new ChunkDecoder({ length, trailer, signing: framing === 'signed-chunks' ? signing : undefined });
}

async function* unframed(body: IncomingMessage, decoder: ChunkDecoder): AsyncGenerator<Buffer> {
  for await (const piece of pieces(body)) yield* decoder.push(piece);
  decoder.end();
}

async function* pieces(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof S3Error) throw error;
    throw new S3Error('IncompleteBody');
  }
  if (!body.complete) throw new S3Error('IncompleteBody');
}

function startDigests({ sha256, md5: wanted, checksum }: PayloadPlan) {
  const md5 = createHash('md5');
  const sum = checksum && newChecksum(checksum.algorithm);
  const sha = sha256 === undefined ? undefined : createHash('sha256');
  return {
    update(bytes: Buffer): void {
      md5.update(bytes);
      sum?.update(bytes);
      sha?.update(bytes);
    },
    check(trailers: ReadonlyMap<string, string> | undefined): Omit<Received, 'size'> {
      checkSha256(sha?.digest('hex'), sha256);
      const md5Here = md5.digest('hex');
      if (wanted !== undefined && wanted !== md5Here) {
        throw new S3Error('BadDigest', { message: 'The Content-MD5 you specified did not match what we received.' });
      }
      if (!checksum || !sum) return { md5: md5Here, checksum: null };
      const value = sum.digest().toString('base64');
      if (!checksum.computed)
        checkSum(checksum.algorithm, value, checksum.value ?? trailerValue(checksum.algorithm, trailers));
      return { md5: md5Here, checksum: { algorithm: checksum.algorithm, value } };
    },
  };
}

function checkSha256(ours: string | undefined, claimed: string | undefined): void {
  if (ours === claimed) return;
  throw new S3Error('XAmzContentSHA256Mismatch', {
    details: { ClientComputedContentSHA256: claimed ?? '', S3ComputedContentSHA256: ours ?? '' },
  });
}

function checkSum(algorithm: string, ours: string, claimed: string): void {
  if (ours === claimed) return;
  throw new S3Error('BadDigest', { message: `The ${algorithm} you specified did not match the calculated checksum.` });
}

function trailerValue(algorithm: string, trailers: ReadonlyMap<string, string> | undefined): string {
  const value = trailers?.get(checksumHeader(algorithm));
  if (value === undefined) {
    throw new S3Error('MalformedTrailerError', { message: `The trailer ${checksumHeader(algorithm)} did not come` });
  }
  return checkedValue(algorithm, value);
}

function tooLarge(size: number | undefined, limit: number): S3Error {
  return new S3Error('EntityTooLarge', { details: { ProposedSize: size ?? 0, MaxSizeAllowed: limit } });
}
