import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';
import { equalInConstantTime, newDigits } from '#lib/drivers/tokens/opaque.ts';
import { invalidFields } from '#lib/model/platform/errors.ts';
import { checkPassword } from '#lib/standards/passwords/check.ts';
import type { EmailCodeRecord } from '#lib/store/identity/codes.ts';

/** The lifetime of a code in seconds (contract 3.12). */
const lifetime = 600;

/** Makes a new code for the address of a user: the text for the mail, and the record to store. */
export async function newEmailCode(user: string, now: Date): Promise<{ code: string; record: EmailCodeRecord }> {
  const code = newDigits();
  const sent_at = now.getTime();
  const expires = Math.floor(sent_at / 1000) + lifetime;
  return { code, record: { hash: await hashCode(user, code), tries: 0, used: false, sent_at, expires } };
}

/** Whether `code` is the code of the record. Without a record it does the same work and returns false. */
export async function isEmailCode(user: string, code: string, record: EmailCodeRecord | undefined): Promise<boolean> {
  return equalInConstantTime(await hashCode(user, code), record?.hash ?? '-'.repeat(43));
}

const hashCode = (user: string, code: string) => keyedHash('one-time-code', JSON.stringify([user, code]));

/**
 * Refuses a password that breaks a rule with 400. The message names each broken rule after `field`, which is the name
 * of the field in the request.
 */
export async function acceptPassword(password: string, about: { email?: string }, field = 'password'): Promise<void> {
  const broken = await checkPassword(password, about);
  if (broken.length === 0) return;
  throw invalidFields(broken.map((message) => ({ field, message })));
}
