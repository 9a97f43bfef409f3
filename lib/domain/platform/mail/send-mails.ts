import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { dueMails, mailOfKey, nextMail } from '#lib/store/platform/mail.ts';
import { deliver, type WantedOf } from './deliver.ts';

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
