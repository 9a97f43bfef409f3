import { forEach } from '#lib/domain/operations/for-each.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { dueMails, nextMail } from '#lib/store/mail.ts';
import { deliver } from './deliver.ts';

/** Sends every mail that is due. Names when the next is; throws the first failure once all were tried. */
export async function sendMails(): Promise<{ next_at: string | null }> {
  await forEach(dueMails(realNow().getTime()), ({ id }) => deliver(id));
  const due = await nextMail();
  if (due === undefined) return { next_at: null };
  return { next_at: new Date(civilNow().getTime() + Math.max(0, due - realNow().getTime())).toISOString() };
}

/** Sends these mails, as the table's stream names them; what cannot be sent now is left to the tick. */
export async function sendNewMails(ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map(deliver));
}
