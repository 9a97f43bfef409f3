import { hash } from 'node:crypto';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { encodePath } from '#lib/standards/sigv4/encode.ts';
import { canonicalQuery } from '#lib/standards/sigv4/query.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';
import { send } from './send.ts';

/** Where requests go and who signs them. */
export interface SignedEndpoint {
  url: string;
  region: string;
  service: 's3' | 'iam';
  accessKeyId: string;
  secretKey: string;
  /** The session token of a temporary key. */
  sessionToken?: string | undefined;
  /** PEM of the only authority to trust, if it is not a public one. */
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

/** The answer. */
export interface SignedReply {
  status: number;
  text: string;
}

/** Sends a request signed with Signature Version 4; rejects only when no answer came in time. */
export async function signedFetch(endpoint: SignedEndpoint, request: SignedRequest): Promise<SignedReply> {
  const { method, body } = request;
  const [path, query] = [encodePath(request.path), canonicalQuery(request.query ?? {})];
  const headers = signedHeaders(endpoint, request, path, query);
  const target = `${path}${query && `?${query}`}`;
  return send(new URL(endpoint.url), { method, path: target, headers, body, ca: endpoint.ca });
}

function signedHeaders(
  endpoint: SignedEndpoint,
  { method, headers = {}, body = '' }: SignedRequest,
  path: string,
  query: string,
): Record<string, string> {
  const { url, sessionToken } = endpoint;
  const { timestamp, authorization } = requestSigner({ ...endpoint, now: realNow() });
  const payload = hash('sha256', body);
  const sent = {
    ...headers,
    'x-amz-content-sha256': payload,
    'x-amz-date': timestamp,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const signed = headersToSign({ ...sent, host: new URL(url).host });
  return { ...sent, authorization: authorization({ method, path, query, payload, ...signed }) };
}
