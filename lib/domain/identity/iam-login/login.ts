import {
  clearFailedAttempts,
  countFailedAttempt,
  refuseThrottled,
  throttleOf,
} from '#lib/domain/identity/mfa/throttle.ts';
import { blocked, principalOf } from '#lib/domain/identity/sessions/principal.ts';
import { type PublicContext, retryOnConflict } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { hashPassword, needsRehash, verifyPassword } from '#lib/drivers/passwords/hash.ts';
import type { CodeNeeded, PasswordNeeded } from '#lib/model/identity/mfa.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type IamUserRecord, noteIamLogin } from '#lib/store/identity/iam-users.ts';
import { readIamOwner } from '#lib/store/identity/identities.ts';
import { type Note, nextStep } from './next.ts';

export interface IamLoginInput {
  account_id: string;
  username: string;
  password: string;
}

/**
 * Logs an IAM user in, or asks for a code or a new password. 401 is the same, after the same work, for an unknown
 * account, an unknown user, a user without console access and a wrong password. 429 after five failures for the name
 * from one IP within 15 minutes; 403 account_blocked only with the right password.
 */
export function iamLogin(
  context: PublicContext,
  { account_id, username, password }: IamLoginInput,
): Promise<IamTokens | CodeNeeded | PasswordNeeded> {
  const throttle = throttleOf(context, `${account_id}/${username.toLowerCase()}`);
  return retryOnConflict(async () => {
    const [{ user, account }] = await together([readIamOwner(account_id, username), refuseThrottled(throttle)]);
    const genuine = await verifyPassword(user?.password_hash ?? undefined, password);
    if (!genuine || !user || !account) {
      await context.claimed();
      throw await countFailedAttempt(
        throttle,
        new ApiError('invalid_credentials', 'invalid account, username or password'),
      );
    }
    const actor = { type: 'iam', user, account } as const;
    context.identify(principalOf(actor));
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    const next = await nextStep(context, actor, await noteOf(user, password));
    return context.commit({ ...next, writes: [clearFailedAttempts(throttle), ...next.writes] });
  });
}

/** Notes the login, and a new hash where the cost of the stored hash is no longer today's. */
async function noteOf(user: IamUserRecord, password: string): Promise<Note> {
  const old = user.password_hash !== null && needsRehash(user.password_hash);
  const rehashed = old ? { password_hash: await hashPassword(password) } : {};
  return (seen) => {
    const change = { ...seen, ...rehashed };
    return Object.keys(change).length > 0 ? [noteIamLogin(user, change)] : [];
  };
}
