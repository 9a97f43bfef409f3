import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from './call.ts';
import { mailbox } from './mails.ts';

/** The same as `signedUp`, with a mailbox for what is mailed to the owner. */
export async function verified(given: { name?: string } = {}): Promise<SignedUp> {
  mailbox();
  return signedUp(given);
}

/**
 * Makes the address of an account's owner unverified, whatever the account holds: as if all of it was made before
 * verification was required.
 */
export const unverify = ({ user }: SignedUp): Promise<void> =>
  transact([update(keys.user(user.id), { set: { email_verified: false, status: 'pending_verification' } })]);

/** A user who has just signed up: the address waits for the code of the mail. */
export async function unverified(given: Parameters<typeof signedUp>[0] = {}): Promise<SignedUp> {
  const owner = await signedUp(given);
  await unverify(owner);
  return { ...owner, user: { ...owner.user, email_verified: false, status: 'pending_verification' } };
}
