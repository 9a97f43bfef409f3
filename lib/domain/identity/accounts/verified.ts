import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { requireVerified } from '#lib/store/identity/takeover.ts';
import type { Write } from '#lib/store/platform/write.ts';

/**
 * Refuses the transaction with 403 email_not_verified while the account's owner has an unverified address, for every
 * caller in the account.
 */
export const refuseUnverified = (principal: Principal): Write =>
  requireVerified(principal.owner_id, () => unverified(principal));

/**
 * The same for everything that an empty wallet would refuse, which in a deployment needs a verified owner (contract
 * 0.15). Nothing on a laptop.
 */
export const refuseUnverifiedSpending = (principal: Principal): Write[] =>
  setting('SVC_MODE') === 'local' ? [] : [refuseUnverified(principal)];

/** The 403 for a caller in an account whose owner has an unverified address. */
export const unverified = ({ type }: Principal): ApiError =>
  new ApiError('email_not_verified', type === 'root' ? ownAddress : ownersAddress);

const ownAddress = 'the e-mail address is not verified; see POST /auth/verify-email';
const ownersAddress =
  "the e-mail address of the account's owner is not verified; they do so with POST /auth/verify-email";
