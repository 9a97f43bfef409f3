import { createHash } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { hostScheme, signatureSeconds } from '#lib/model/compute/host-call.ts';

/** What a call is signed for. */
export interface Signable {
  readonly issuer: string;
  readonly audience: string;
  readonly method: string;
  /** The path with the query, as it is sent. */
  readonly target: string;
  readonly body: string;
}

/** Signs calls with the host's own key, a private Ed25519 JWK. */
export async function signerOf(key: JWK): Promise<(call: Signable) => Promise<string>> {
  const secret = await importJWK(key, 'EdDSA');
  return async ({ issuer, audience, method, target, body }) => {
    const iat = Math.floor(Date.now() / 1000);
    const b = createHash('sha256').update(body).digest('base64url');
    const token = await new SignJWT({ m: method, p: target, b })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(iat)
      .setExpirationTime(iat + signatureSeconds)
      .sign(secret);
    return `${hostScheme} ${token}`;
  };
}
