import { keyedHash } from '#lib/drivers/secrets/keyed-hash.ts';
import { equalInConstantTime, newDigits } from '#lib/drivers/tokens/opaque.ts';
import type { EmailCodeRecord } from '#lib/store/identity/codes.ts';

/** Seconds that a code is good for (contract 3.12). */
const lifetime = 600;

/** A new code for a user's address: what the mail says, and what is stored. */
export async function newEmailCode(user: string, now: Date): Promise<{ code: string; record: EmailCodeRecord }> {
  const code = newDigits();
  const sent_at = now.getTime();
  const expires = Math.floor(sent_at / 1000) + lifetime;
  return { code, record: { hash: await hashCode(user, code), tries: 0, used: false, sent_at, expires } };
}

/** Whether this is the code; the same work where there is none. */
export async function isEmailCode(user: string, code: string, record: EmailCodeRecord | undefined): Promise<boolean> {
  return equalInConstantTime(await hashCode(user, code), record?.hash ?? '-'.repeat(43));
}

const hashCode = (user: string, code: string) => keyedHash('one-time-code', JSON.stringify([user, code]));
