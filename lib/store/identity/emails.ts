import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { create, type Write } from '#lib/store/platform/write.ts';
import { guessesIn, guessKeys } from '#lib/store/requests/attempts.ts';
import type { emailRecord } from './emails.entity.ts';

/** The user and account of an e-mail address. */
export type EmailRecord = Stored<typeof emailRecord>;

/**
 * Reads what a login needs first, in one call: the owner of the address, and the failed attempts as of `now` (epoch
 * seconds).
 */
export async function readLogin(
  email: string,
  { here, everywhere, now }: { here: string; everywhere: string; now: number },
) {
  const [owner, ...items] = await batchGet([keys.email(email), ...guessKeys(here, everywhere)]);
  return { owner, guesses: guessesIn(items, now) };
}

/** Claims an e-mail address; throws `taken` where it belongs to a user. */
export const claimEmail = (email: string, owner: EmailRecord, taken: () => Error): Write =>
  create({ ...keys.email(email), ...owner }, taken);

/** The owner of an e-mail address, or undefined. */
export const getEmailOwner = (email: string) => get(keys.email(email));
