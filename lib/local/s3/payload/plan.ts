import { S3Error } from '#lib/local/s3/errors.ts';
import { algorithmOf, sentChecksum } from './checksums.ts';

/** How a body is sent: plain, or in aws-chunked with or without signatures and trailers. */
export type Framing = 'none' | 'chunks' | 'signed-chunks';

/** What a request's head says about its body. */
export interface PayloadPlan {
  /** The value for the body in the canonical request. */
  signedAs: string;
  framing: Framing;
  trailer: boolean;
  /** The number of bytes without framing; undefined where the head does not say. */
  length: number | undefined;
  /** The expected SHA-256 in hex. */
  sha256: string | undefined;
  md5: string | undefined;
  /**
   * The checksum to compute, and its expected value. A trailer's value is not known yet; a computed one is not
   * compared.
   */
  checksum: { algorithm: string; value: string | undefined; computed?: true } | undefined;
}

/** The largest object of a single request, and the largest part (bytes; S3). */
export const MAX_PUT_BYTES = 5 * 1024 ** 3;

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const streaming: Readonly<Record<string, { framing: Framing; trailer: boolean }>> = {
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { framing: 'signed-chunks', trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { framing: 'signed-chunks', trailer: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { framing: 'chunks', trailer: true },
};

/**
 * Reads what the head says about the body; `form` is the form of the signature, undefined for anonymous requests.
 * Throws S3's errors.
 */
export function planPayload(
  headers: Readonly<Record<string, string>>,
  form: 'header' | 'query' | undefined,
  queryHash?: string,
): PayloadPlan {
  const claimed = headers['x-amz-content-sha256'] ?? queryHash;
  const mode = claimed === undefined ? undefined : streaming[claimed];
  const sha256 = claimed !== undefined && /^[0-9a-f]{64}$/.test(claimed) ? claimed : undefined;
  checkClaim(claimed, sha256 ?? mode, form);
  const framing = mode?.framing ?? 'none';
  return {
    signedAs: claimed ?? 'UNSIGNED-PAYLOAD',
    framing,
    trailer: mode?.trailer ?? false,
    length: lengthOf(headers, framing !== 'none'),
    sha256: sha256 === EMPTY_SHA256 && isBodiless(headers) ? undefined : sha256,
    md5: md5Of(headers['content-md5']),
    checksum: checksumOf(headers, mode?.trailer ?? false),
  };
}

function checkClaim(claimed: string | undefined, known: unknown, form: 'header' | 'query' | undefined): void {
  if (claimed === undefined) {
    if (form === 'header') {
      throw new S3Error('InvalidRequest', {
        message: 'Missing required header for this request: x-amz-content-sha256',
      });
    }
    return;
  }
  if (known || claimed === 'UNSIGNED-PAYLOAD') return;
  if (claimed.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', { message: `x-amz-content-sha256 ${claimed.slice(0, 64)} is not implemented` });
  }
  throw new S3Error('InvalidArgument', {
    message:
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
    details: { ArgumentName: 'x-amz-content-sha256', ArgumentValue: claimed.slice(0, 128) },
  });
}

function isBodiless(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

function lengthOf(headers: Readonly<Record<string, string>>, framed: boolean): number | undefined {
  const name = framed ? 'x-amz-decoded-content-length' : 'content-length';
  const text = headers[name];
  if (text === undefined) {
    if (framed) throw new S3Error('MissingContentLength');
    return headers['transfer-encoding'] === undefined ? 0 : undefined;
  }
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument', { details: { ArgumentName: name, ArgumentValue: text.slice(0, 64) } });
}

function md5Of(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 16 && bytes.toString('base64') === text) return bytes.toString('hex');
  throw new S3Error('InvalidDigest', { details: { 'Content-MD5': text.slice(0, 64) } });
}

function checksumOf(headers: Readonly<Record<string, string>>, trailer: boolean): PayloadPlan['checksum'] {
  const sent = sentChecksum(headers);
  const named = headers['x-amz-trailer']?.trim().toLowerCase();
  if (named !== undefined && trailer) {
    if (sent) throw new S3Error('InvalidRequest', { message: 'Expecting a single x-amz-checksum- header' });
    if (!named.startsWith('x-amz-checksum-')) {
      throw new S3Error('InvalidRequest', {
        message: 'The value specified in the x-amz-trailer header is not supported',
      });
    }
    return { algorithm: algorithmOf(named.slice('x-amz-checksum-'.length)), value: undefined };
  }
  if (sent) return sent;
  const asked = headers['x-amz-sdk-checksum-algorithm'];
  if (asked === undefined) return undefined;
  throw new S3Error('InvalidRequest', {
    message:
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
  });
}
