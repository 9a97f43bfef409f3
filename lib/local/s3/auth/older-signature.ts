import { createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import { basicTime } from '#lib/standards/sigv4/canonical.ts';
import type { Signable } from './canonical.ts';

/**
 * The region in which signatures of version 2 are accepted and a bucket may be created again, as in Amazon's first.
 * boto3 signs links for it in that version unless it is told otherwise.
 */
export const firstRegion = 'us-east-1';

/** A signature of version 2 that is not verified yet. */
interface OlderSignature {
  readonly older: true;
  readonly form: 'header' | 'query';
  readonly accessKeyId: string;
  readonly date: string;
  readonly timestamp: string;
  /** Of the query form, when it expires. */
  readonly signedAt: Date;
  readonly expires: number | undefined;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** The parameters that select an operation or alter its reply, which the signature covers. */
const covered = new Set(
  `accelerate acl analytics cors delete encryption inventory legal-hold lifecycle location logging metrics notification
  object-lock partNumber policy policyStatus publicAccessBlock replication requestPayment response-cache-control
  response-content-disposition response-content-encoding response-content-language response-content-type
  response-expires restore retention select select-type tagging torrent uploadId uploads versionId versioning versions
  website`.split(/\s+/),
);

/** The signature of version 2 of a request; undefined where it has none. Throws S3's error for a malformed one. */
export function readOlder({ headers, query }: S3Request): OlderSignature | undefined {
  const { authorization } = headers;
  if (authorization?.startsWith('AWS ')) return fromHeader(authorization, headers['x-amz-date'] ?? headers.date);
  if (authorization !== undefined || !(query.has('AWSAccessKeyId') || query.has('Signature'))) return undefined;
  const [id = '', signature = '', expires = ''] = ['AWSAccessKeyId', 'Signature', 'Expires'].map((name) =>
    query.get(name),
  );
  if (!id || id.length > 128 || !signature || !/^\d{1,11}$/.test(expires))
    throw new S3Error('AccessDenied', {
      message: 'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
    });
  return sent('query', id, signature, new Date(Number(expires) * 1000));
}

function fromHeader(authorization: string, date: string | undefined): OlderSignature {
  const [, id, signature] = /^AWS ([^\s:]{1,128}):(\S{1,64})$/.exec(authorization) ?? [];
  if (id === undefined || signature === undefined)
    throw new S3Error('InvalidArgument', {
      message: 'AWS authorization header is invalid. Expected AwsAccessKeyId:signature',
    });
  const basic = date?.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  const signedAt = new Date(basic ?? '');
  if (Number.isNaN(signedAt.getTime()))
    throw new S3Error('AccessDenied', { message: 'AWS authentication requires a valid Date or x-amz-date header' });
  return sent('header', id, signature, signedAt);
}

function sent(form: 'header' | 'query', accessKeyId: string, signature: string, signedAt: Date): OlderSignature {
  const timestamp = basicTime(signedAt);
  const expires = form === 'query' ? 0 : undefined;
  return {
    ...{ older: true, form, accessKeyId, signature, signedAt, timestamp, expires },
    date: timestamp.slice(0, 8),
    signedHeaders: [],
  };
}

/** What the signature of a request covers, and the bucket and the key that its address names. */
export interface Addressed extends Signable {
  bucket?: string | undefined;
  key?: string | undefined;
}

type Sent = Pick<OlderSignature, 'signature' | 'signedAt' | 'expires'>;

/** Whether a request has the signature that this secret makes: HMAC-SHA1 of what version 2 covers. */
export function isOlderSignature(request: Addressed, sent: Sent, secret: string): boolean {
  const theirs = Buffer.from(sent.signature, 'base64');
  // Clients sign a bucket with a slash behind it, also where their request has none.
  const paths = request.key === undefined && !request.path.endsWith('/') ? ['', '/'] : [''];
  return paths.some((end) => {
    const text = Buffer.from(coveredText({ ...request, path: `${request.path}${end}` }, sent), 'latin1');
    const ours = createHmac('sha1', secret).update(text).digest();
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  });
}

function coveredText(request: Addressed, { signedAt, expires }: Sent): string {
  const { method, headers } = request;
  const amazons = Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .sort()
    .map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const inHeader = headers['x-amz-date'] === undefined ? (headers.date ?? '') : '';
  const time = expires === undefined ? inHeader : signedAt.getTime() / 1000;
  const head = [method, headers['content-md5'] ?? '', headers['content-type'] ?? '', time];
  return `${head.join('\n')}\n${amazons.join('')}${resourceOf(request)}`;
}

function resourceOf({ path, rawQuery, bucket, key }: Addressed): string {
  // Only a bucket in the host leaves the whole path to the key.
  const inHost = bucket !== undefined && (key ?? '') === decodeURIComponent(path.slice(1));
  const parameters = rawQuery
    .split('&')
    .map((pair) => pair.split(/=(.*)/s, 2).map(decodeURIComponent))
    .filter(([name = '']) => covered.has(name))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='));
  return `${inHost ? `/${bucket}` : ''}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}
