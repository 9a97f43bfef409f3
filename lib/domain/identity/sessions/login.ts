import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { CodeNeeded } from '#lib/model/identity/mfa.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import { hashPassword, needsRehash, verifyPassword } from '#lib/standards/passwords/hash.ts';
import { type AccountRecord, readOwner, rehashPassword, type UserRecord } from '#lib/store/identity/accounts.ts';
import { readLogin } from '#lib/store/identity/emails.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { Guesses } from '#lib/store/requests/attempts.ts';
import { countersOf, countGuess, knowHere, passGuess, refuseGuess } from './guesses.ts';
import { openSession } from './open.ts';
import { askForCode } from './pending.ts';
import { blocked, rootPrincipal } from './principal.ts';

export interface LoginInput {
  email: string;
  password: string;
  session_proof?: string | undefined;
}

/**
 * Logs a root user in, or asks for a one-time code if codes are enabled. 401 is the same, after the same work, for an
 * unknown address and a wrong password; 429 after five failures from one source within 15 minutes, and after 100 from
 * anywhere within an hour where the user is not known; 403 account_blocked only with the correct password.
 */
export function login(context: PublicContext, input: LoginInput): Promise<Tokens | CodeNeeded> {
  return retryOnConflict(async () => {
    const counters = countersOf(context, input.email);
    const { owner, guesses } = await readLogin(input.email, counters);
    refuseGuess(counters, guesses);
    // For an unknown address it reads records that do not exist, so that this takes as long as for a known one.
    const { user, account } = await readOwner(owner?.user_id ?? 'unknown', owner?.account_id ?? 'unknown');
    const genuine = await verifyPassword(user?.password_hash, input.password);
    if (!genuine || !user || !account) {
      await context.claimed();
      if (account) await reportFifth(context, account, { email: input.email, guesses });
      throw await countGuess(counters, guesses, new ApiError('invalid_credentials', 'invalid email or password'));
    }
    context.identify(rootPrincipal(user, account));
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    const actor = { type: 'root', user, account } as const;
    const next = user.mfa_enabled ? askForCode(context, actor) : await entered(context, actor, input.session_proof);
    return context.commit<Tokens | CodeNeeded>({
      ...next,
      writes: [...passGuess(counters, guesses), ...next.writes, ...(await rehashed(user, input.password))],
    });
  });
}

/** The number of earlier failures at the one after which logins are refused for a while (contract 1.6). */
const lastAllowed = 4;

/** Reports the fifth failure from one source to the account: an event for its webhooks and its activity feed. */
async function reportFifth(
  context: PublicContext,
  { account_id }: AccountRecord,
  { email, guesses }: { email: string; guesses: Guesses },
): Promise<void> {
  if (guesses.here?.failures !== lastAllowed) return;
  await transact([], {
    author: { actor: 'system', request_id: context.request_id },
    announcements: [
      {
        account_id,
        type: 'security.login_failed_repeatedly',
        resource: srn('iam', account_id, 'account'),
        message: `five failed logins for ${email} from ${context.inside?.instance_id ?? context.source_ip}`,
        data: { email, ...sourceShown(context), failures: lastAllowed + 1 },
      },
    ],
  });
}

/** A session that needs no code. Its address is known from now on. */
async function entered(
  context: PublicContext,
  { user, account }: { user: UserRecord; account: AccountRecord },
  session_proof: string | undefined,
): Promise<Commit<Tokens>> {
  const { writes, ...session } = await openSession(context, user, account, session_proof);
  return { ...session, writes: [...writes, knowHere(context, user.email)] };
}

/** Writes a new hash if the stored one was made at a cost other than today's. */
async function rehashed(user: UserRecord, password: string): Promise<Write[]> {
  return needsRehash(user.password_hash) ? [rehashPassword(user, await hashPassword(password))] : [];
}
