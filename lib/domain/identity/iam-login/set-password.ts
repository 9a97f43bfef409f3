import { acceptIamPassword } from '#lib/domain/identity/iam/passwords/accept.ts';
import { pendingOver, readPending, readPendingActor } from '#lib/domain/identity/sessions/pending.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { CodeNeeded } from '#lib/model/identity/mfa.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { verifyPassword } from '#lib/standards/passwords/hash.ts';
import { changeIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import { finishPendingLogin } from '#lib/store/identity/pending-logins.ts';
import { afterPassword } from './next.ts';

export interface SetPasswordInput {
  pending_token: string;
  new_password: string;
  session_proof?: string | undefined;
}

/**
 * Sets the new password that a login required, and continues the login. It ends the user's older sessions. 400 names
 * each rule that the password breaks, and the token can be tried again; 410 for an expired or used token.
 */
export async function setIamLoginPassword(
  context: PublicContext,
  { pending_token, new_password, session_proof }: SetPasswordInput,
): Promise<IamTokens | CodeNeeded> {
  const token = hashToken(pending_token);
  return retryOnConflict(async () => {
    const pending = await readPending(context, token, 'password', ['iam']);
    const actor = await readPendingActor(context, pending);
    if (actor.type !== 'iam') throw pendingOver();
    const change = await changed(context, actor.user, new_password);
    const next = await afterPassword(
      context,
      { ...actor, user: { ...actor.user, ...change } },
      { note: (seen) => [changeIamUser(actor.user, { ...change, ...seen })], session_proof },
    );
    return context.commit({ ...next, writes: [finishPendingLogin(token, pendingOver), ...next.writes] });
  });
}

async function changed({ now }: PublicContext, user: IamUserRecord, new_password: string) {
  const policy = await getPasswordPolicy(user.account_id);
  const change = await acceptIamPassword(user, new_password, { policy, now, field: 'new_password' });
  if (await verifyPassword(user.password_hash ?? undefined, new_password)) {
    throw new ApiError('validation_failed', 'new_password: must differ from the current password');
  }
  return { ...change, password_reset_required: false, generation: user.generation + 1, updated_at: rfc3339(now) };
}
