import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { type AccountRecord, getUser, type UserRecord } from '#lib/store/identity/accounts.ts';

interface Read {
  user: UserRecord | undefined;
  account: AccountRecord | undefined;
}

/**
 * Who answers for a request in an account, the caller or an IAM user's root user, with the account, from what was read of
 * the caller; 403 email_not_verified until they have verified their address.
 */
export async function verified(
  { type }: Principal,
  { user, account }: Read,
): Promise<{ [K in keyof Read]-?: NonNullable<Read[K]> }> {
  const answering = type === 'iam' ? await getUser(account?.owner_id ?? '') : user;
  if (answering?.email_verified && account) return { user: answering, account };
  throw new ApiError('email_not_verified', 'the e-mail address is not verified; see POST /auth/verify-email');
}
