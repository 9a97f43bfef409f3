import { type PublicContext, retryOnConflict } from '#lib/domain/platform/context.ts';
import { hashPassword, needsRehash, verifyPassword } from '#lib/drivers/passwords/hash.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { CodeNeeded } from '#lib/model/identity/mfa.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { sourceName, sourceShown } from '#lib/model/platform/source.ts';
import {
  type AccountRecord,
  readLogin,
  readOwner,
  rehashPassword,
  type UserRecord,
} from '#lib/store/identity/accounts.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { transact } from '#lib/store/platform/write.ts';
import { countFailure, forgetFailures, throttledUntil } from '#lib/store/requests/attempts.ts';
import { openSession } from './open.ts';
import { askForCode } from './pending.ts';
import { blocked, rootPrincipal } from './principal.ts';

/**
 * Logs a root user in, or asks for a one-time code where codes are enabled. 401 is the same, after the same work, for
 * an unknown address and a wrong password; 429 after five failures for the address from one source within 15 minutes;
 * 403 account_blocked only with the right password.
 */
export function login(
  context: PublicContext,
  input: { email: string; password: string },
): Promise<Tokens | CodeNeeded> {
  return retryOnConflict(async () => {
    const now = Math.floor(context.now.getTime() / 1000);
    const who = hashToken(JSON.stringify(['login', input.email, sourceName(context)]));
    const { owner, failed } = await readLogin(input.email, who);
    const until = throttledUntil(failed, now);
    if (until !== undefined) throw tooMany(until, now);
    // For an unknown address it reads records that do not exist, so that an unknown address takes as long as a known
    // one.
    const { user, account } = await readOwner(owner?.user_id ?? 'unknown', owner?.account_id ?? 'unknown');
    const genuine = await verifyPassword(user?.password_hash, input.password);
    if (!genuine || !user || !account) {
      throw await failure(context, { who, now, email: input.email, account, failures: failed?.failures ?? 0 });
    }
    context.identify(rootPrincipal(user, account));
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    const actor = { type: 'root', user, account } as const;
    const next = user.mfa_enabled ? askForCode(context, actor) : await openSession(context, user, account);
    return context.commit<Tokens | CodeNeeded>({
      ...next,
      writes: [
        forgetFailures(who, now, (end) => tooMany(end, now)),
        ...next.writes,
        ...(await rehashed(user, input.password)),
      ],
    });
  });
}

/** The failures before the one after which logins are refused for a while (contract 1.6). */
const lastAllowed = 4;

/** Reports repeated failures to the account: an event for its webhooks and its activity feed. */
const reportFailures = (account_id: string, email: string, context: PublicContext): Promise<void> =>
  transact([], {
    author: { actor: 'system', request_id: context.request_id },
    announcements: [
      {
        account_id,
        type: 'security.login_failed_repeatedly',
        resource: srn('iam', account_id, 'account'),
        message: `five failed logins for ${email} from ${sourceName(context)}`,
        data: { email, ...sourceShown(context), failures: lastAllowed + 1 },
      },
    ],
  });

interface FailedLogin {
  /** The hash of address and source, by which failures are counted. */
  who: string;
  now: number;
  email: string;
  account: AccountRecord | undefined;
  /** The failures before this one. */
  failures: number;
}

async function failure(context: PublicContext, { who, now, email, account, failures }: FailedLogin): Promise<ApiError> {
  await context.claimed();
  if (account && failures === lastAllowed) await reportFailures(account.account_id, email, context);
  const until = await countFailure(who, now);
  return until === undefined ? new ApiError('invalid_credentials', 'invalid email or password') : tooMany(until, now);
}

function tooMany(until: number, now: number): ApiError {
  const seconds = Math.max(1, until - now);
  return new ApiError('too_many_attempts', `too many failed logins; try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}

/** Writes a new hash where the cost of the stored hash is no longer today's. */
async function rehashed(user: UserRecord, password: string): Promise<Write[]> {
  return needsRehash(user.password_hash) ? [rehashPassword(user, await hashPassword(password))] : [];
}
