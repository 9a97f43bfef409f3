import { matchesHash } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** Whether a session has a proof, and this is its secret. It compares hashes in constant time. */
export const isProofOf = (hash: string | undefined, secret: string | undefined): boolean =>
  hash !== undefined && secret !== undefined && matchesHash(secret, hash);

/** Refuses with 401 invalid_token if a session has a proof (`hash`) and the request lacks its secret. */
export function refuseUnproven(hash: string | undefined, secret: string | undefined): void {
  if (hash !== undefined && !isProofOf(hash, secret)) throw unproven();
}

/** The 401 for tokens without the secret of their session's proof (contract 4.6). */
export const unproven = (): ApiError =>
  new ApiError('invalid_token', 'X-Svc-Session-Proof: is not the secret of this session; log in again');
