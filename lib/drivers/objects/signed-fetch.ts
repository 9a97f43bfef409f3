import { hash } from 'node:crypto';
import { encode, encodePath } from '#lib/drivers/sigv4/encode.ts';
import { hmac, signingKey } from '#lib/drivers/sigv4/signing-key.ts';
import { send } from './send.ts';

/** Where requests go and who signs them. */
export interface SignedEndpoint {
  url: string;
  region: string;
  service: 's3' | 'iam';
  accessKeyId: string;
  secretKey: string;
  /** Of a temporary key. */
  sessionToken?: string | undefined;
  /** PEM of the one authority to trust, where that is none of the public ones. */
  ca?: string | undefined;
}

/** A request; path and query are not encoded yet. */
export interface SignedRequest {
  method: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** What came back. */
export interface SignedReply {
  status: number;
  text: string;
}

/** Sends a request signed with SigV4; rejects only when nobody answered in time. */
export async function signedFetch(endpoint: SignedEndpoint, request: SignedRequest): Promise<SignedReply> {
  const { method, path, query = {}, body } = request;
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const target = `${encodePath(path)}${search && `?${search}`}`;
  const headers = signedHeaders(endpoint, request, encodePath(path), search, new Date());
  return send(new URL(target, endpoint.url), { method, headers, body, ca: endpoint.ca });
}

function signedHeaders(
  { url, region, service, accessKeyId, secretKey, sessionToken }: SignedEndpoint,
  { method, headers = {}, body = '' }: SignedRequest,
  path: string,
  search: string,
  now: Date,
): Record<string, string> {
  const timestamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const date = timestamp.slice(0, 8);
  const payload = hash('sha256', body);
  const sent: Record<string, string> = {
    ...headers,
    host: new URL(url).host,
    'x-amz-content-sha256': payload,
    'x-amz-date': timestamp,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(sent).sort();
  const lines = names.map((name) => `${name}:${sent[name]}\n`).join('');
  const canonical = `${method}\n${path}\n${search}\n${lines}\n${names.join(';')}\n${payload}`;
  const scope = `${date}/${region}/${service}/aws4_request`;
  const rules = { region, service, skewSeconds: 0, maxExpiresSeconds: 0, unsignedHeaders: new Set<string>() };
  const key = signingKey(accessKeyId, secretKey, date, rules);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${hash('sha256', canonical)}`).toString('hex');
  const credential = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}`;
  const { host, ...rest } = sent;
  return { ...rest, authorization: `${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}` };
}
