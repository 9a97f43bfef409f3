import { countersOf, countGuess, passGuess, refuseGuess } from '#lib/domain/identity/sessions/guesses.ts';
import { blocked, principalOf } from '#lib/domain/identity/sessions/principal.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { CodeNeeded, PasswordNeeded } from '#lib/model/identity/mfa.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { hashPassword, needsRehash, verifyPassword } from '#lib/standards/passwords/hash.ts';
import { type IamUserRecord, noteIamLogin } from '#lib/store/identity/iam-users.ts';
import { readIamLogin } from '#lib/store/identity/identities.ts';
import { type Note, nextStep } from './next.ts';

export interface IamLoginInput {
  account_id: string;
  username: string;
  password: string;
  session_proof?: string | undefined;
}

/**
 * Logs an IAM user in, or asks for a code or a new password. 401 is the same, after the same work, for an unknown
 * account, an unknown user, a user without console access and a wrong password. 429 after five failures from one source
 * within 15 minutes, and after 100 from anywhere within an hour where the user is not known; 403 account_blocked only
 * with the correct password.
 */
export function iamLogin(
  context: PublicContext,
  { account_id, username, password, session_proof }: IamLoginInput,
): Promise<IamTokens | CodeNeeded | PasswordNeeded> {
  const identity = { account_id, username };
  const counters = countersOf(context, identity);
  return retryOnConflict(async () => {
    const { user, account, guesses } = await readIamLogin(identity, counters);
    refuseGuess(counters, guesses);
    const genuine = await verifyPassword(user?.password_hash ?? undefined, password);
    if (!genuine || !user || !account) {
      await context.claimed();
      const wrong = new ApiError('invalid_credentials', 'invalid account, username or password');
      throw await countGuess(counters, guesses, wrong);
    }
    const actor = { type: 'iam', user, account } as const;
    context.identify(principalOf(actor));
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    const next = await nextStep(context, actor, { note: await noteOf(user, password), session_proof });
    return context.commit({ ...next, writes: [...passGuess(counters, guesses), ...next.writes] });
  });
}

/** Records the login, and a new hash if the stored one was made at a cost other than today's. */
async function noteOf(user: IamUserRecord, password: string): Promise<Note> {
  const old = user.password_hash !== null && needsRehash(user.password_hash);
  const rehashed = old ? { password_hash: await hashPassword(password) } : {};
  return (seen) => {
    const change = { ...seen, ...rehashed };
    return Object.keys(change).length > 0 ? [noteIamLogin(user, change)] : [];
  };
}
