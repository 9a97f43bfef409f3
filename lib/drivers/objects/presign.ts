import { ALGORITHM } from '#lib/standards/sigv4/canonical.ts';
import { encodePath } from '#lib/standards/sigv4/encode.ts';
import { canonicalQuery } from '#lib/standards/sigv4/query.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';
import type { EngineEndpoint } from './engine.ts';

/** The key, place and time (real clock) of a signature. */
export interface Signing {
  accessKeyId: string;
  secretKey: string;
  endpoint: EngineEndpoint;
  now: Date;
}

/** The request that a URL represents. */
export interface Presigned {
  method: string;
  bucket: string;
  key: string;
  /** Query parameters in addition to those of the signature. */
  query: Readonly<Record<string, string>>;
  /** Headers that must be sent exactly like this; names in lower case. */
  headers: Readonly<Record<string, string>>;
  expiresIn: number;
}

const signerOf = ({ accessKeyId, secretKey, endpoint: { region }, now }: Signing) =>
  requestSigner({ accessKeyId, secretKey, region, service: 's3', now });

/** A URL that represents a request until it expires, by Signature Version 4 in the query. */
export const presignUrl = (signing: Signing, request: Presigned): string => urlSigner(signing)(request);

/** Signs such URLs for many requests at one moment. */
export function urlSigner(signing: Signing): (request: Presigned) => string {
  const { timestamp, credential, signRequest } = signerOf(signing);
  const base = new URL(signing.endpoint.url);
  return (request) => {
    const path = `/${request.bucket}/${encodePath(request.key)}`;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, value.trim().replaceAll(/ +/g, ' ')]);
    const signed = headersToSign({ ...Object.fromEntries(headers), host: base.host });
    const query = canonicalQuery({
      ...request.query,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': credential,
      'X-Amz-Date': timestamp,
      'X-Amz-Expires': String(request.expiresIn),
      'X-Amz-SignedHeaders': signed.signedHeaders.join(';'),
    });
    const signature = signRequest({ method: request.method, path, query, payload: 'UNSIGNED-PAYLOAD', ...signed });
    return `${base.origin}${path}?${query}&X-Amz-Signature=${signature}`;
  };
}

/** What a browser's upload form may contain. */
export interface PostRules {
  bucket: string;
  /** The key, or its prefix. */
  key: string;
  isPrefix: boolean;
  contentType: string | undefined;
  lengthRange: readonly [least: number, most: number];
  successStatus: number | undefined;
  expiresAt: Date;
}

/** All fields except the file of a form under a signed policy. A prefix is followed by the file's own name. */
export function presignPost(signing: Signing, rules: PostRules): Record<string, string> {
  const { timestamp, credential, sign } = signerOf(signing);
  const fixed: Record<string, string> = {
    ...(rules.contentType === undefined ? {} : { 'Content-Type': rules.contentType }),
    ...(rules.successStatus === undefined ? {} : { success_action_status: String(rules.successStatus) }),
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': credential,
    'x-amz-date': timestamp,
  };
  const conditions = [
    { bucket: rules.bucket },
    [rules.isPrefix ? 'starts-with' : 'eq', '$key', rules.key],
    ['content-length-range', ...rules.lengthRange],
    ...Object.entries(fixed).map(([name, value]) => ({ [name]: value })),
  ];
  const document = { expiration: rules.expiresAt.toISOString(), conditions };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  const key = rules.isPrefix ? `${rules.key}\${filename}` : rules.key;
  return { key, ...fixed, policy, 'x-amz-signature': sign(policy) };
}
