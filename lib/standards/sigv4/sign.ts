import { ALGORITHM, basicTime, type CanonicalParts, canonicalRequest, scopeOf } from './canonical.ts';
import { signatureOf, stringToSign } from './core.ts';
import { signingKey } from './signing-key.ts';

/** The key, purpose and time (real clock) of a signature. */
export interface SigningInput {
  accessKeyId: string;
  secretKey: string;
  region: string;
  service: string;
  now: Date;
}

/** Signs for one key at one moment. */
export interface RequestSigner {
  /** `20261121T041000Z` */
  timestamp: string;
  /** The key's id and the scope. */
  credential: string;
  /** The signature of a text, in hex digits. */
  sign(text: string): string;
  /** The signature of a request, in hex digits. */
  signRequest(parts: CanonicalParts): string;
  /** The Authorization header of a request. */
  authorization(parts: CanonicalParts): string;
}

/** Makes a signer of Signature Version 4. */
export function requestSigner({ accessKeyId, secretKey, region, service, now }: SigningInput): RequestSigner {
  const timestamp = basicTime(now);
  const date = timestamp.slice(0, 8);
  const scope = scopeOf(date, { region, service });
  const key = signingKey(accessKeyId, secretKey, date, { region, service });
  const credential = `${accessKeyId}/${scope}`;
  const sign = (text: string) => signatureOf(key, text);
  const signRequest = (parts: CanonicalParts) => sign(stringToSign({ timestamp, scope }, canonicalRequest(parts)));
  return {
    timestamp,
    credential,
    sign,
    signRequest,
    authorization: (parts) =>
      [
        `${ALGORITHM} Credential=${credential}`,
        `SignedHeaders=${parts.signedHeaders.join(';')}`,
        `Signature=${signRequest(parts)}`,
      ].join(', '),
  };
}

/** Headers in the form in which they are signed: names sorted, values unchanged. Names must be in lower case. */
export function headersToSign(headers: Readonly<Record<string, string>>) {
  return { signedHeaders: Object.keys(headers).sort(), headerValue: (name: string) => headers[name] ?? '' };
}
