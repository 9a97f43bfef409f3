import {
  ALGORITHM,
  basicTime,
  canonicalRequest,
  linesToSign,
  type Purpose,
  scopeOf,
  svcPurpose,
} from '#lib/standards/sigv4/canonical.ts';
import { encodePath } from '#lib/standards/sigv4/encode.ts';
import type { Credentials, Proving } from './credentials.ts';

/** An access key of an IAM user. */
export interface AccessKeyPair {
  readonly accessKeyId: string;
  readonly secretKey: string;
}

/**
 * An IAM user's access key that signs each request (SigV4), so that its secret is never sent. It signs by the clock of
 * this machine; where that differs from the platform's by more than the platform allows, it takes the platform's from
 * the refusal. In a browser it needs a secure page (https, or localhost).
 */
export function accessKey({ accessKeyId, secretKey }: AccessKeyPair): Credentials {
  const keys = new SigningKeys(secretKey);
  let aheadBy = 0;
  return {
    async prove({ request, host, headers }) {
      const timestamp = basicTime(new Date(Date.now() + aheadBy));
      const scope = scopeOf(timestamp.slice(0, 8), svcPurpose);
      const canonical = await canonicalOf({ request, host, headers }, timestamp);
      const text = linesToSign(ALGORITHM, { timestamp, scope }, await sha256(canonical));
      const signature = hex(await hmac(await keys.of(timestamp.slice(0, 8), svcPurpose), text));
      headers['x-amz-date'] = timestamp;
      headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`;
    },
    renew({ error, at }) {
      if (error.code !== 'signature_expired' || !at) return false;
      aheadBy = at.getTime() - Date.now();
      return true;
    },
  };
}

async function canonicalOf({ request, host }: Proving, timestamp: string): Promise<string> {
  const signed: Record<string, string> = { host, 'x-amz-date': timestamp };
  return canonicalRequest({
    method: request.method,
    path: encodePath(request.path),
    query: request.query,
    signedHeaders: Object.keys(signed),
    headerValue: (name) => signed[name] ?? '',
    payload: await sha256(request.body ?? ''),
  });
}

/** Types of the standard, by whatever names the surrounding types know them. */
type Subtle = typeof crypto.subtle;
type Key = Awaited<ReturnType<Subtle['importKey']>>;

/** The signing key of a day, derived once. */
class SigningKeys {
  readonly #secret: string;
  #date = '';
  #key: Promise<Key> | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  of(date: string, purpose: Purpose): Promise<Key> {
    if (!this.#key || this.#date !== date) {
      this.#date = date;
      this.#key = this.#derived(date, purpose);
    }
    return this.#key;
  }

  async #derived(date: string, { region, service }: Purpose): Promise<Key> {
    let key = await imported(bytes(`AWS4${this.#secret}`));
    for (const text of [date, region, service, 'aws4_request']) key = await imported(await hmac(key, text));
    return key;
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const imported = (key: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Key> =>
  subtle().importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

const hmac = (key: Key, text: string): Promise<ArrayBuffer> => subtle().sign('HMAC', key, bytes(text));

const sha256 = async (text: string): Promise<string> => hex(await subtle().digest('SHA-256', bytes(text)));

/** Browsers have it in secure pages alone. */
function subtle(): Subtle {
  const { subtle: found } = crypto as { subtle?: Subtle };
  if (!found) throw new TypeError('an access key signs in secure pages alone: those of https and of localhost');
  return found;
}
