import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { unverify, verified } from '#lib/testing/functions/verified.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';

/** What the owner of the address sets, and the attacker does not know. */
const newPassword = 'cobalt-lantern-58-orchard';

/**
 * An account that an attacker signed up with another person's address, after `prepare` has made what it could. That
 * includes resources that need a verified address today: accounts from before that rule have them.
 */
export async function hijacked<T>(
  prepare: (attacker: SignedUp) => Promise<T>,
): Promise<{ attacker: SignedUp; loot: T }> {
  const attacker = await verified();
  const loot = await prepare(attacker);
  await unverify(attacker);
  return { attacker, loot };
}

/** The owner of the address takes it over, by the link in their mailbox. */
export async function takenOver({ email }: SignedUp): Promise<void> {
  await expectStatus(200, call(forgotPassword, { body: { email }, ip: newIp() }));
  const mail = (await mailsTo(email)).find(({ kind }) => kind === 'reset_password');
  await expectStatus(200, call(resetPassword, { body: { token: mail?.token, password: newPassword }, ip: newIp() }));
}

/** The owner's first login after that. */
export const ownerLogin = ({ email }: SignedUp): Promise<Reply> =>
  call(login, { body: { email, password: newPassword }, ip: newIp() });

/** Their access token. */
export const ownerBearer = async (account: SignedUp): Promise<string> =>
  (await expectStatus(200, ownerLogin(account))).access_token;
