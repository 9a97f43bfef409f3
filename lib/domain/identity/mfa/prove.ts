import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { verifyCode } from '#lib/drivers/totp/codes.ts';
import { hashRecoveryCode } from '#lib/drivers/totp/recovery-codes.ts';
import type { MfaRecord, Proof } from '#lib/store/identity/mfa.ts';

/** What a seed is sealed for: its owner alone. */
export const seedContext = (principal: string): string => `totp:${principal}`;

/** What a right code, six-digit or recovery, would use up; undefined for a wrong or used one. */
export async function proveCode(
  principal: string,
  record: MfaRecord,
  code: string,
  now: Date,
): Promise<Proof | undefined> {
  if (/^\d{6}$/.test(code)) {
    const seed = await secretBox.open(record.seed, seedContext(principal));
    return (await verifyCode(seed, code, now, record.last_step)) ?? undefined;
  }
  const recovery = await hashRecoveryCode(principal, code);
  return recovery && Object.hasOwn(record.recovery, recovery) ? { recovery } : undefined;
}
