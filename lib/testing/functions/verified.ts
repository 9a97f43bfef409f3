import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from './call.ts';
import { mailbox } from './mails.ts';

/** A user whose address is verified, as by POST /auth/verify-email. */
export async function verified(given: { name?: string } = {}): Promise<SignedUp> {
  mailbox();
  const user = await signedUp(given);
  await transact([update(keys.user(user.user.id), { set: { email_verified: true, status: 'active' } })]);
  return user;
}

/**
 * Makes the address of an account's owner unverified, whatever the account holds: as if all of it was made before
 * verification was required.
 */
export const unverify = ({ user }: SignedUp): Promise<void> =>
  transact([update(keys.user(user.id), { set: { email_verified: false, status: 'pending_verification' } })]);
