import { createHash, createHmac } from 'node:crypto';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { credentials, type Draft, host } from './drafts.ts';

export type Form = 'header' | 'query';
export type Sign = (draft: Draft, form: Form) => Promise<SignedRequest> | SignedRequest;
type Headers = Record<string, string | number>;

/** Whose key signs, and for which host. */
export interface Signatory {
  keyId: string;
  secret: string;
  host: string;
}

const nobody: Signatory = { ...credentials, host };
const scope = { service: 'svc', region: 'in-mum' };

/** The request as it goes over the wire. */
export function sent(draft: Draft, target: string, headers: Headers, to = host): SignedRequest {
  const [path = '', ...query] = target.split('?');
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    method: draft.method,
    path,
    rawQuery: query.join('?'),
    headers: { host: to, ...Object.fromEntries(lowerCased) },
    body: Buffer.from(draft.body),
    exact: true,
  };
}

const contentType = (draft: Draft): Record<string, string> =>
  draft.body ? { 'content-type': 'application/json' } : {};

/** SHA-256, or HMAC with it under a key, as the smithy signer takes it. */
class Sha256 {
  readonly #hash;

  constructor(key?: Uint8Array) {
    this.#hash = key ? createHmac('sha256', key) : createHash('sha256');
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/** Signers by package; each loads its package when first called, and is left out where that is not installed. */
export const signers: Record<string, (module: never, signatory?: Signatory) => Sign> = {
  '@smithy/signature-v4': (
    { SignatureV4 }: { SignatureV4: new (init: object) => SmithySigner },
    { keyId, secret, host } = nobody,
  ) => {
    const identity = { accessKeyId: keyId, secretAccessKey: secret };
    const signer = new SignatureV4({ ...scope, credentials: identity, sha256: Sha256 });
    return async (draft, form) => {
      const url = new URL(draft.target, `https://${host}`);
      const query: Record<string, string[]> = {};
      for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
      const headers = { host, ...contentType(draft) };
      const request = {
        method: draft.method,
        protocol: 'https:',
        hostname: host,
        path: url.pathname,
        query,
        headers,
        body: draft.body || undefined,
      };
      const signed = await (form === 'header' ? signer.sign(request) : signer.presign(request, { expiresIn: 300 }));
      const pairs = Object.entries(signed.query).flatMap(([name, values]) =>
        [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
      );
      return sent(draft, `${url.pathname}?${pairs.join('&')}`, signed.headers, host);
    };
  },

  aws4fetch: (
    { AwsClient }: { AwsClient: new (init: object) => Aws4fetchClient },
    { keyId, secret, host } = nobody,
  ) => {
    const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, ...scope });
    return async (draft, form) => {
      const url = new URL(draft.target, `https://${host}`);
      if (form === 'query') url.searchParams.set('X-Amz-Expires', '300');
      const { method, body } = draft;
      const headers = contentType(draft);
      const init = { method, headers, ...(body ? { body } : {}), aws: { signQuery: form === 'query' } };
      const request = await client.sign(url, init);
      const target = new URL(request.url);
      return sent(draft, target.pathname + target.search, Object.fromEntries(request.headers), host);
    };
  },

  aws4:
    (module: { default: Aws4 }, { keyId, secret, host } = nobody) =>
    (draft, form) => {
      const { method, body, target } = draft;
      const mark = target.includes('?') ? '&' : '?';
      const path = form === 'query' ? `${target}${mark}X-Amz-Expires=300` : target;
      const options = { ...scope, host, method, path, body, headers: contentType(draft), signQuery: form === 'query' };
      const signed = module.default.sign(options, { accessKeyId: keyId, secretAccessKey: secret });
      return sent(draft, signed.path, signed.headers, host);
    },
};

interface SmithyRequest {
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
}

interface SmithySigner {
  sign(request: object): Promise<SmithyRequest>;
  presign(request: object, options: object): Promise<SmithyRequest>;
}

interface Aws4fetchClient {
  sign(url: URL, init: object): Promise<Request>;
}

interface Aws4 {
  sign(options: object, credentials: object): { path: string; headers: Headers };
}
