import { createHash } from 'node:crypto';
import { encode, encodePath } from '#lib/drivers/sigv4/encode.ts';
import { hmac, signingKey } from '#lib/drivers/sigv4/signing-key.ts';
import type { EngineEndpoint } from './engine.ts';

/** Under which key to sign, for where, and when (real clock). */
export interface Signing {
  accessKeyId: string;
  secretKey: string;
  endpoint: EngineEndpoint;
  now: Date;
}

/** A request that a URL is to stand for. */
export interface Presigned {
  method: string;
  bucket: string;
  key: string;
  /** Beyond those of the signature. */
  query: Readonly<Record<string, string>>;
  /** Sent with it, exactly so; names in lower case. */
  headers: Readonly<Record<string, string>>;
  expiresIn: number;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** `20261121T041000Z` */
const timestampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function signer({ accessKeyId, secretKey, endpoint: { region }, now }: Signing) {
  const timestamp = timestampOf(now);
  const date = timestamp.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  const rules = { region, service: 's3', skewSeconds: 0, maxExpiresSeconds: 0, unsignedHeaders: new Set<string>() };
  const derived = signingKey(accessKeyId, secretKey, date, rules);
  return {
    timestamp,
    scope,
    credential: `${accessKeyId}/${scope}`,
    sign: (text: string) => hmac(derived, text).toString('hex'),
  };
}

/** A URL that stands for a request until it runs out, by Signature Version 4 in the query. */
export function presignUrl(signing: Signing, request: Presigned): string {
  const { timestamp, scope, credential, sign } = signer(signing);
  const base = new URL(signing.endpoint.url);
  const path = `/${request.bucket}/${encodePath(request.key)}`;
  const headers: Record<string, string> = { ...request.headers, host: base.host };
  const names = Object.keys(headers).sort();
  const query = canonicalQuery({
    ...request.query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': credential,
    'X-Amz-Date': timestamp,
    'X-Amz-Expires': String(request.expiresIn),
    'X-Amz-SignedHeaders': names.join(';'),
  });
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`).join('');
  const canonical = `${request.method}\n${path}\n${query}\n${lines}\n${names.join(';')}\nUNSIGNED-PAYLOAD`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  return `${base.origin}${path}?${query}&X-Amz-Signature=${sign(`${algorithm}\n${timestamp}\n${scope}\n${hash}`)}`;
}

function canonicalQuery(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** What a browser's form may hold. */
export interface PostRules {
  bucket: string;
  /** The key, or what it begins with. */
  key: string;
  isPrefix: boolean;
  contentType: string | undefined;
  lengthRange: readonly [least: number, most: number];
  successStatus: number | undefined;
  expiresAt: Date;
}

/** The fields of a form under a signed policy, all but the file; a prefix is followed by the file's own name. */
export function presignPost(signing: Signing, rules: PostRules): Record<string, string> {
  const { timestamp, credential, sign } = signer(signing);
  const fixed: Record<string, string> = {
    ...(rules.contentType === undefined ? {} : { 'Content-Type': rules.contentType }),
    ...(rules.successStatus === undefined ? {} : { success_action_status: String(rules.successStatus) }),
    'x-amz-algorithm': algorithm,
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
