import { proveCode } from '#lib/domain/identity/mfa/resource.ts';
import {
  clearFailedAttempts,
  countFailedAttempt,
  refuseThrottled,
  throttleOf,
  throttleOfLogin,
} from '#lib/domain/identity/mfa/throttle.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { noteIamLogin } from '#lib/store/identity/iam-users.ts';
import { getMfa, useProof } from '#lib/store/identity/mfa.ts';
import { finishPendingLogin, tryPendingLogin } from '#lib/store/identity/pending-logins.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import type { Actor } from './actor.ts';
import { identityOf, knowHere } from './guesses.ts';
import { openSessionFor } from './open.ts';
import { pendingOver, readPending, readPendingActor } from './pending.ts';

/** The reply to a login of this type of user. */
export type TokensFor<K extends Actor['type']> = K extends 'iam' ? IamTokens : Tokens;

export interface FinishInput {
  pending_token: string;
  code: string;
  session_proof?: string | undefined;
}

/**
 * Finishes a login with a one-time or recovery code. Of several requests with one token or one code, one succeeds. 401
 * for a wrong code, and five of them end the token; 410 for an expired or used token, and for a token of another type
 * of user.
 */
export async function finishLogin<K extends Actor['type']>(
  context: PublicContext,
  input: FinishInput,
  kinds: readonly K[],
): Promise<TokensFor<K>> {
  const token = hashToken(input.pending_token);
  const pending = await readPending(context, token, 'code', kinds);
  const throttle = throttleOf(context, `login:${pending.principal_id}`);
  const everywhere = throttleOfLogin(context, pending.principal_id);
  await allInOrder([refuseThrottled(throttle), refuseThrottled(everywhere)]);
  await context.claimed();
  await transact([tryPendingLogin(token, pendingOver)]);
  return retryOnConflict(async () => {
    const [actor, mfa] = await allInOrder([readPendingActor(context, pending), getMfa(pending.principal_id)]);
    if (mfa?.state !== 'enabled') throw pendingOver();
    const proof = await proveCode(pending.principal_id, mfa, input.code);
    if (!proof) throw await countFailedAttempt(throttle, await countFailedAttempt(everywhere, wrong()));
    const { reply, ...session } = await openSessionFor(context, actor, {
      amr: ['pwd', 'otp'],
      session_proof: input.session_proof,
    });
    return context.commit({
      ...session,
      reply: reply as TokensFor<K>,
      writes: [
        finishPendingLogin(token, pendingOver),
        useProof(pending.principal_id, proof),
        clearFailedAttempts(throttle),
        clearFailedAttempts(everywhere),
        ...noteLogin(actor, context.now),
        ...session.writes,
        knowHere(context, identityOf(actor)),
      ],
    });
  });
}

const wrong = () => new ApiError('invalid_credentials', 'code: is wrong, or was used before');

/** Stores the time of the last login, which only an IAM user's record has. */
const noteLogin = (actor: Actor, now: Date): Write[] =>
  actor.type === 'iam' ? [noteIamLogin(actor.user, { last_login_at: rfc3339(now) })] : [];
