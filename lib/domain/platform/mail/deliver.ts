import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { sendMail } from '#lib/drivers/mail/send.ts';
import { UnsendableError } from '#lib/drivers/mail/unsendable.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { getEmailOwner, getUser } from '#lib/store/identity/accounts.ts';
import { bindResetToken } from '#lib/store/identity/codes.ts';
import { endMail, type MailRecord, postponeMail, takeMail } from '#lib/store/platform/mail.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';
import { writeLetter } from './letters.ts';
import { sealedFor } from './post.ts';

/** Milliseconds for which a mail is ours to send: longer than a sending may take. */
const lease = 60_000;

/** Milliseconds until the next attempt: from 5 seconds, doubled each time, to 10 minutes. */
const backoff = (attempts: number) => Math.min(600_000, 5_000 * 2 ** (attempts - 1));

/**
 * Sends a mail that is due, unless somebody else does. It ends once sent, when it is of no more use, or when it cannot
 * be sent at all; whatever else keeps it waits longer each time. Throws what kept it, to be logged. A crash between
 * sending and ending sends it once more, under the same Message-ID.
 */
export async function deliver(id: string): Promise<void> {
  const now = realNow().getTime();
  const record = await takeMail(id, now, now + lease);
  if (!record) return;
  if (record.expires <= now) {
    await endMail(id);
    throw new Error(`${id} (${record.kind}) was given up after ${record.attempts - 1} attempts`);
  }
  try {
    const letter = JSON.parse(await secretBox.open(record.sealed, sealedFor(id))) as Letter;
    if (await isWanted(letter, record)) await sendMail(writeLetter(id, letter, civilNow()));
  } catch (error) {
    await (error instanceof UnsendableError ? endMail(id) : postponeMail(record, now + backoff(record.attempts)));
    throw new Error(`${id} (${record.kind}), attempt ${record.attempts}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await endMail(id);
}

/**
 * Whoever asks for a password reset learns nothing of who is registered, since that is looked at only here. The same
 * person gets five such mails within 15 minutes at most, wherever they were asked for.
 */
async function isWanted(letter: Letter, { attempts }: MailRecord): Promise<boolean> {
  if (letter.kind !== 'reset_password') return true;
  const owner = await getEmailOwner(letter.to);
  const user = owner && (await getUser(owner.user_id));
  if (!user || (attempts === 1 && (await hasEnough(letter.to)))) return false;
  await bindResetToken(hashToken(letter.token), user);
  return true;
}

async function hasEnough(to: string): Promise<boolean> {
  const who = hashToken(JSON.stringify(['reset mail', to]));
  return (await countFailure(who, Math.floor(civilNow().getTime() / 1000))) !== undefined;
}
