import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { getUser } from '#lib/store/identity/accounts.ts';
import { saveResetToken } from '#lib/store/identity/codes.ts';
import { getEmailOwner } from '#lib/store/identity/emails.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';

/**
 * The letter to send at this attempt; undefined if it must not be sent. The registration of an address is looked up
 * only here, so that the reply to a reset request does not reveal it. One address gets at most five such mails in 15
 * minutes.
 */
export async function prepareLetter(letter: Letter, attempts: number): Promise<Letter | undefined> {
  if (letter.kind !== 'reset_password') return letter;
  const owner = await getEmailOwner(letter.to);
  const user = owner && (await getUser(owner.user_id));
  if (!user || (attempts === 1 && (await isOverMailLimit(letter.to)))) return undefined;
  await saveResetToken(hashToken(letter.token), user);
  return { ...letter, takes_over: !user.email_verified };
}

async function isOverMailLimit(to: string): Promise<boolean> {
  const who = hashToken(JSON.stringify(['reset mail', to]));
  return (await countFailure(who, Math.floor(civilNow().getTime() / 1000))) !== undefined;
}
