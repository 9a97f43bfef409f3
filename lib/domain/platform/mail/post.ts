import { realNow } from '#lib/drivers/clocks/real.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { createMail } from '#lib/store/platform/mail.ts';
import type { Write } from '#lib/store/platform/write.ts';

const minute = 60_000;

/** Milliseconds until a letter is no longer useful: the lifetime of its code or token, otherwise a day. */
const usefulMs: Partial<Record<Letter['kind'], number>> = { verify_email: 10 * minute, reset_password: 60 * minute };
const day = 24 * 60 * minute;

/** The sealing context of a letter: it opens for no other letter. */
export const sealedFor = (id: string): string => `mail:${id}`;

/** The writes that put letters into the outbox, for the transaction that requires them. */
export function postLetters(letters: readonly Letter[]): Promise<Write[]> {
  return Promise.all(letters.map(post));
}

async function post(letter: Letter): Promise<Write> {
  const now = realNow();
  const id = newId('mail', now);
  const due = now.getTime();
  const { kind } = letter;
  const sealed = await secretBox.seal(JSON.stringify(letter), sealedFor(id));
  return createMail({ id, kind, sealed, attempts: 0, expires: due + (usefulMs[kind] ?? day) }, due);
}
