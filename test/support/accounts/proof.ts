import { createHash, randomBytes } from 'node:crypto';

/** A secret as a page makes it, the proof of it for logins, and the header that shows it. */
export interface Proof {
  readonly secret: string;
  readonly session_proof: string;
  readonly headers: { readonly 'x-svc-session-proof': string };
}

/** Makes one. */
export function newProof(secret: string = randomBytes(32).toString('base64url')): Proof {
  const session_proof = createHash('sha256').update(secret).digest('base64url');
  return { secret, session_proof, headers: { 'x-svc-session-proof': secret } };
}
