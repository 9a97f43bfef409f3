import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { UnsendableError } from '#lib/drivers/mail/compose.ts';
import { sendMail } from '#lib/drivers/mail/send.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { dueMails, endMail, mailOfKey, nextMail, postponeMail, takeMail } from '#lib/store/platform/mail.ts';
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

/** Sends every mail that is due. Names when the next is; throws the first failure once all were tried. */
export async function sendMails(wantedOf: WantedOf): Promise<{ next_at: string | null }> {
  await forEach(dueMails(realNow().getTime()), ({ id }) => deliver(id, wantedOf));
  const due = await nextMail();
  if (due === undefined) return { next_at: null };
  return { next_at: new Date(civilNow().getTime() + Math.max(0, due - realNow().getTime())).toISOString() };
}

/** Sends the mails of these partition keys, as the table's stream names them; other keys are nothing to it. Throws the first failure once all were tried: what cannot be sent now is left to the scheduled task. */
export async function sendNewMails(keys: readonly string[], wantedOf: WantedOf): Promise<void> {
  const sendings = await Promise.allSettled(
    keys.flatMap((key) => mailOfKey(key) ?? []).map((id) => deliver(id, wantedOf)),
  );
  const failure = sendings.find(({ status }) => status === 'rejected');
  if (failure) throw (failure as PromiseRejectedResult).reason;
}
