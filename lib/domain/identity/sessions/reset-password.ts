import { acceptPassword } from '#lib/domain/identity/accounts/resource.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { hashPassword } from '#lib/standards/passwords/hash.ts';
import { type Owner, readOwner, replacePassword, type UserRecord } from '#lib/store/identity/accounts.ts';
import { consumeResetToken, getResetToken } from '#lib/store/identity/codes.ts';
import { getEmailOwner } from '#lib/store/identity/emails.ts';
import { takeOver } from '#lib/store/identity/takeover.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { knowHere } from './guesses.ts';
import { blocked, rootPrincipal } from './principal.ts';

/** Makes the write that revokes those keys of an account that are stored outside the table. */
export type RevokeElsewhere = (account: string) => Write;

/**
 * Sets a new password by a mailed token. The token works once, and the change ends every session of the user. The
 * request's source then counts as one from which the user has logged in (contract 1.6). If the e-mail address was never
 * verified, another person may have signed up with it: the reset then verifies it, and revokes every earlier
 * credential, webhook and invite. 400 for a password that breaks a rule and for an unknown token; 410 for a token that
 * is an hour old, used, or older than another change of the password.
 */
export async function resetPassword(
  context: PublicContext,
  { token, password }: { token: string; password: string },
  revokeElsewhere: RevokeElsewhere,
): Promise<{ status: 'password_changed' }> {
  await acceptPassword(password, {});
  const hash = hashToken(token);
  return retryOnConflict(async () => {
    const { user, account } = await ownerOf(hash, context.now);
    context.identify(rootPrincipal(user, account));
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    await acceptPassword(password, { email: user.email });
    const password_hash = await hashPassword(password);
    return context.commit({
      writes: [
        consumeResetToken(hash, tokenExpired),
        knowHere(context, user.email),
        ...replacing(user, { password_hash, updated_at: rfc3339(context.now) }, revokeElsewhere),
      ],
      reply: { status: 'password_changed' },
    });
  });
}

function replacing(
  user: UserRecord,
  change: Parameters<typeof replacePassword>[1],
  revokeElsewhere: RevokeElsewhere,
): Write[] {
  if (user.email_verified) return [replacePassword(user, change)];
  return [...takeOver(user, change), revokeElsewhere(user.account_id)];
}

async function ownerOf(hash: string, now: Date): Promise<Required<{ [K in keyof Owner]: NonNullable<Owner[K]> }>> {
  const record = await getResetToken(hash);
  if (!record) throw new ApiError('validation_failed', 'token: is not valid');
  if (record.used || record.expires * 1000 <= now.getTime()) throw tokenExpired();
  const owner = await getEmailOwner(record.email);
  const { user, account } = await readOwner(owner?.user_id ?? 'unknown', owner?.account_id ?? 'unknown');
  if (!user || !account || user.id !== record.user_id) throw tokenExpired();
  if (record.password_changes !== (user.password_changes ?? 0)) throw tokenExpired();
  return { user, account };
}

const tokenExpired = () =>
  new ApiError('reset_token_expired', 'token: was used or has expired; ask for another: POST /auth/forgot-password');
