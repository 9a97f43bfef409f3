import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { UnsendableError } from '#lib/drivers/mail/compose.ts';
import { sendMail } from '#lib/drivers/mail/send.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { deleteMail, dueMails, mailOfKey, nextMail, saveMailDue, takeMail } from '#lib/store/platform/mail.ts';
import { writeLetter } from './letters.ts';
import { sealedFor } from './post.ts';

/** The lease of a mail in milliseconds. It is longer than one attempt may take. */
const lease = 60_000;

/** Milliseconds until the next attempt: from 5 seconds, doubled each time, to 10 minutes. */
const backoff = (attempts: number) => Math.min(600_000, 5_000 * 2 ** (attempts - 1));

/** Returns the letter to send at this attempt, or undefined if it must not be sent. */
export type PrepareLetter = (letter: Letter, attempts: number) => Promise<Letter | undefined>;

/**
 * Sends a due mail, unless another process has its lease. A mail ends once it is sent, is no longer needed, or can
 * never be sent. After any other failure it waits longer for each attempt. Throws the failure for the log. After a
 * crash between sending and recording, the mail is sent again under the same Message-ID.
 */
export async function deliver(id: string, prepareLetter: PrepareLetter): Promise<void> {
  const now = realNow().getTime();
  const record = await takeMail(id, now, now + lease);
  if (!record) return;
  if (record.expires <= now) {
    await deleteMail(id);
    throw new Error(`${id} (${record.kind}) was given up after ${record.attempts - 1} attempts`);
  }
  try {
    const letter = JSON.parse(await secretBox.open(record.sealed, sealedFor(id))) as Letter;
    const prepared = await prepareLetter(letter, record.attempts);
    if (prepared) await sendMail(writeLetter(id, prepared, civilNow()));
  } catch (error) {
    await (error instanceof UnsendableError ? deleteMail(id) : saveMailDue(record, now + backoff(record.attempts)));
    throw new Error(`${id} (${record.kind}), attempt ${record.attempts}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await deleteMail(id);
}

/** Sends every due mail. Returns when the next one is due. Throws the first failure after it has tried all of them. */
export async function sendMails(prepareLetter: PrepareLetter): Promise<{ next_at: string | null }> {
  await forEachDue(dueMails(realNow().getTime()), ({ id }) => deliver(id, prepareLetter));
  const due = await nextMail();
  if (due === undefined) return { next_at: null };
  return { next_at: new Date(civilNow().getTime() + Math.max(0, due - realNow().getTime())).toISOString() };
}

/**
 * Sends the mails among these partition keys, which the table's stream reports, and ignores other keys. Throws the
 * first failure after it has tried all of them. The scheduled task retries what failed.
 */
export async function sendNewMails(keys: readonly string[], prepareLetter: PrepareLetter): Promise<void> {
  const sendings = await Promise.allSettled(
    keys.flatMap((key) => mailOfKey(key) ?? []).map((id) => deliver(id, prepareLetter)),
  );
  const failure = sendings.find(({ status }) => status === 'rejected');
  if (failure) throw (failure as PromiseRejectedResult).reason;
}
