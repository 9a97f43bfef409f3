import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, type AccessClaims, type AccessSubject, AUDIENCE, ISSUER } from './access-claims.ts';
import { signingKeys } from './signing-keys.ts';

/** Signs claims as a compact JWS: RS256, typ `at+jwt` (RFC 9068), kid of the current key. */
export interface Signer {
  sign(claims: AccessClaims): Promise<string>;
}

/**
 * Signs with the current key of SVC_SIGNING_KEY_SECRET or SVC_SIGNING_KEY_FILE. A rotated key is in use within five
 * minutes, or within one second for a file.
 */
const currentKey: Signer = {
  async sign(claims) {
    const { kid, privateKey } = (await signingKeys()).current;
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid }).sign(privateKey);
  },
};

/** Makes an access token for this subject, valid for 900 s of the civil clock from `now`. */
export async function signAccessToken(subject: AccessSubject, now: Date, signer: Signer = currentKey): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const jti = randomBytes(16).toString('base64url');
  return signer.sign({ ...subject, iss: ISSUER, aud: AUDIENCE, iat, exp: iat + ACCESS_TOKEN_SECONDS, jti });
}
