import { S3Error } from '#lib/local/s3/errors.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import { ALGORITHM, basicTime } from '#lib/standards/sigv4/canonical.ts';
import { WEEK_SECONDS } from '#lib/standards/sigv4/core.ts';
import { firstRegion, readOlder } from './older-signature.ts';

/** A well-formed signature that is not verified yet. */
export interface SentSignature {
  form: 'header' | 'query' | 'post';
  accessKeyId: string;
  /** `20261121` */
  date: string;
  /** `20261121T041000Z` */
  timestamp: string;
  signedAt: Date;
  /** Seconds; of the query form. */
  expires: number | undefined;
  signedHeaders: readonly string[];
  signature: string;
  /** Where it is one of version 2. */
  older?: true;
}

type Refusal = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

/** The signature of a request; undefined for an anonymous one. Throws S3's error for one that is not well-formed. */
export function readSignature(request: S3Request, region: string): SentSignature | undefined {
  const { authorization } = request.headers;
  const inQuery = request.query.has('X-Amz-Algorithm') || request.query.has('X-Amz-Signature');
  if (authorization !== undefined && inQuery) {
    throw new S3Error('InvalidArgument', {
      message:
        'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    });
  }
  const older = region === firstRegion && !inQuery ? readOlder(request) : undefined;
  if (older) return older;
  if (authorization !== undefined) return fromHeader(request, authorization, region);
  if (inQuery) return fromQuery(request, region);
  if (request.query.has('AWSAccessKeyId') || request.query.has('Signature')) throw onlyV4();
  return undefined;
}

function fromHeader({ headers }: S3Request, authorization: string, region: string): SentSignature {
  const code = 'AuthorizationHeaderMalformed';
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    if (/^(AWS |Bearer|Basic|AWS4-)/i.test(authorization)) throw onlyV4();
    throw new S3Error('InvalidArgument', { message: 'Unsupported Authorization Type' });
  }
  const parts = new Map<string, string>();
  for (const part of authorization.slice(ALGORITHM.length + 1).split(',')) {
    const cut = part.indexOf('=');
    parts.set(part.slice(0, cut).trim(), part.slice(cut + 1).trim());
  }
  return {
    form: 'header',
    ...readScope(parts.get('Credential'), region, code),
    ...readTime(headers['x-amz-date'] ?? headers.date, code),
    expires: undefined,
    signedHeaders: readNames(parts.get('SignedHeaders'), headers, code),
    signature: readHex(parts.get('Signature'), code),
  };
}

function fromQuery({ query, headers }: S3Request, region: string): SentSignature {
  const code = 'AuthorizationQueryParametersError';
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw new S3Error(code, { message: `X-Amz-Algorithm only supports "${ALGORITHM}"` });
  }
  const expires = query.get('X-Amz-Expires') ?? '';
  // 0 is well-formed: such a link has expired when it is made.
  if (!/^\d{1,9}$/.test(expires)) {
    throw new S3Error(code, { message: 'X-Amz-Expires must be a number that is not negative' });
  }
  if (Number(expires) > WEEK_SECONDS) {
    throw new S3Error(code, { message: 'X-Amz-Expires must be less than a week (in seconds) that is 604800' });
  }
  return {
    form: 'query',
    ...readScope(query.get('X-Amz-Credential'), region, code),
    ...readTime(query.get('X-Amz-Date'), code),
    expires: Number(expires),
    signedHeaders: readNames(query.get('X-Amz-SignedHeaders'), headers, code),
    signature: readHex(query.get('X-Amz-Signature'), code),
  };
}

/** Key and day of a credential scope. Throws, naming the expected region, for another one. */
export function readScope(credential: string | undefined, region: string, code: Refusal) {
  const parts = (credential ?? '').split('/');
  const [end, service, given, date, ...id] = parts.reverse();
  const accessKeyId = id.reverse().join('/');
  if (!accessKeyId || accessKeyId.length > 128 || !/^\d{8}$/.test(date ?? '')) {
    throw new S3Error(code, {
      message: 'The credential is malformed; expecting "<key>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    });
  }
  if (given !== region) {
    throw new S3Error(code, {
      message: `The authorization header is malformed; the region '${(given ?? '').slice(0, 64)}' is wrong; expecting '${region}'`,
      details: { Region: region },
      headers: { 'x-amz-bucket-region': region },
    });
  }
  if (service !== 's3') throw new S3Error(code, { message: 'The credential is of the wrong service; expecting "s3".' });
  if (end !== 'aws4_request') throw new S3Error(code, { message: 'The credential must end in "aws4_request".' });
  return { accessKeyId, date: date as string };
}

/** The time of a signature: basic ISO 8601, or an HTTP date. */
export function readTime(text: string | undefined, code: Refusal): { timestamp: string; signedAt: Date } {
  const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  const signedAt = basic
    ? new Date(text?.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5') ?? '')
    : new Date(text ?? '');
  if (text !== undefined && !Number.isNaN(signedAt.getTime())) {
    return { timestamp: basicTime(signedAt), signedAt };
  }
  if (code === 'AuthorizationHeaderMalformed') {
    throw new S3Error('AccessDenied', { message: 'AWS authentication requires a valid Date or x-amz-date header' });
  }
  throw new S3Error(code, { message: "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"" });
}

/** Every x-amz-* header must be signed; otherwise a third party could add one to the request. */
function readNames(text: string | undefined, headers: S3Request['headers'], code: Refusal): string[] {
  const names = (text ?? '').split(';');
  if (!names.includes('host')) throw new S3Error(code, { message: 'SignedHeaders must include host' });
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name));
  const [first] = unsigned;
  if (
    first === undefined ||
    (unsigned.length === 1 && first === 'x-amz-content-sha256' && code !== 'AuthorizationHeaderMalformed')
  ) {
    return names;
  }
  throw new S3Error('AccessDenied', {
    message: 'There were headers present in the request which were not signed',
    details: { HeadersNotSigned: unsigned.join(', ') },
  });
}

/** 64 hex digits. */
export function readHex(text: string | undefined, code: Refusal): string {
  if (/^[0-9a-f]{64}$/.test(text ?? '')) return text as string;
  throw new S3Error(code === 'AuthorizationHeaderMalformed' ? code : 'SignatureDoesNotMatch');
}

function onlyV4(): S3Error {
  return new S3Error('InvalidRequest', {
    message: `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
  });
}
