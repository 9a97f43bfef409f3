import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from './call.ts';
import { mailbox } from './mails.ts';

/** Somebody whose address is verified, as POST /auth/verify-email leaves it. */
export async function verified(given: { name?: string } = {}): Promise<SignedUp> {
  mailbox();
  const user = await signedUp(given);
  await transact([update(keys.user(user.user.id), { set: { email_verified: true, status: 'active' } })]);
  return user;
}

/** Has an account be one of which the owner never verified the address, whatever it holds: what was made before that was asked for. */
export const unverify = ({ user }: SignedUp): Promise<void> =>
  transact([update(keys.user(user.id), { set: { email_verified: false, status: 'pending_verification' } })]);
