import type { Actor } from '#lib/domain/identity/sessions/actor.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { hashRecoveryCode } from '#lib/drivers/secrets/recovery-codes.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { verifyCode } from '#lib/standards/totp/codes.ts';
import { flagUserMfa } from '#lib/store/identity/accounts.ts';
import { changeIamUser } from '#lib/store/identity/iam-users.ts';
import type { MfaRecord, Proof } from '#lib/store/identity/mfa.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The 409 for a setup while codes are enabled. */
export const alreadyEnabled = (): ApiError =>
  new ApiError('wrong_state', 'one-time codes are already enabled; disable them first to set them up again');

/** The sealing context of a seed: only its owner's context opens it. */
export const seedContext = (principal: string): string => `totp:${principal}`;

/**
 * What using a correct code, six-digit or recovery, will consume; undefined for a wrong or used code. The clock of the
 * authenticator app cannot be moved from here, so the real clock applies (contract 4.11).
 */
export async function proveCode(principal: string, record: MfaRecord, code: string): Promise<Proof | undefined> {
  if (/^\d{6}$/.test(code)) {
    const seed = await secretBox.open(record.seed, seedContext(principal));
    return (await verifyCode(seed, code, realNow(), record.last_step)) ?? undefined;
  }
  const recovery = await hashRecoveryCode(principal, code);
  return recovery && Object.hasOwn(record.recovery, recovery) ? { recovery } : undefined;
}

/** Records in the user's record whether logins need a code. */
export function flagMfa(actor: Actor, mfa_enabled: boolean, now: Date): Write {
  const change = { mfa_enabled, updated_at: rfc3339(now) };
  return actor.type === 'iam' ? changeIamUser(actor.user, change) : flagUserMfa(actor.user, change);
}
