import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { sendMail } from '#lib/drivers/mail/send.ts';
import { UnsendableError } from '#lib/drivers/mail/unsendable.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { endMail, postponeMail, takeMail } from '#lib/store/platform/mail.ts';
import { writeLetter } from './letters.ts';
import { sealedFor } from './post.ts';

/** Milliseconds for which a mail is ours to send: longer than a sending may take. */
const lease = 60_000;

/** Milliseconds until the next attempt: from 5 seconds, doubled each time, to 10 minutes. */
const backoff = (attempts: number) => Math.min(600_000, 5_000 * 2 ** (attempts - 1));

/** A letter as it is to be sent at its nth attempt, or undefined where it is of no use any more. */
export type WantedOf = (letter: Letter, attempts: number) => Promise<Letter | undefined>;

/**
 * Sends a mail that is due, unless somebody else does. It ends once sent, when it is of no more use, or when it cannot
 * be sent at all; whatever else keeps it waits longer each time. Throws what kept it, to be logged. A crash between
 * sending and ending sends it once more, under the same Message-ID.
 */
export async function deliver(id: string, wantedOf: WantedOf): Promise<void> {
  const now = realNow().getTime();
  const record = await takeMail(id, now, now + lease);
  if (!record) return;
  if (record.expires <= now) {
    await endMail(id);
    throw new Error(`${id} (${record.kind}) was given up after ${record.attempts - 1} attempts`);
  }
  try {
    const letter = JSON.parse(await secretBox.open(record.sealed, sealedFor(id))) as Letter;
    const wanted = await wantedOf(letter, record.attempts);
    if (wanted) await sendMail(writeLetter(id, wanted, civilNow()));
  } catch (error) {
    await (error instanceof UnsendableError ? endMail(id) : postponeMail(record, now + backoff(record.attempts)));
    throw new Error(`${id} (${record.kind}), attempt ${record.attempts}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await endMail(id);
}
