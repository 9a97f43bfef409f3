import { proveCode } from '#lib/domain/identity/mfa/resource.ts';
import {
  countWrong,
  forgetWrong,
  refuseBarred,
  throttleOf,
  throttleOfLogin,
} from '#lib/domain/identity/mfa/throttle.ts';
import { type PublicContext, retryOnConflict } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { noteIamLogin } from '#lib/store/identity/iam-users.ts';
import { getMfa, useProof } from '#lib/store/identity/mfa.ts';
import { finishPendingLogin, tryPendingLogin } from '#lib/store/identity/pending-logins.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import type { Actor } from './actor.ts';
import { openSessionFor } from './open.ts';
import { pendingOver, readPending, readPendingActor } from './pending.ts';

/** What a login of this kind of user answers. */
export type TokensFor<K extends Actor['type']> = K extends 'iam' ? IamTokens : Tokens;

export interface FinishInput {
  pending_token: string;
  code: string;
}

/**
 * Finishes a login with a one-time or recovery code. Of any number of requests with one token or one code, one succeeds.
 * 401 for a wrong code, five of which end the token; 410 for a token that is over, used, or of the other kind of user.
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
  await together([refuseBarred(throttle), refuseBarred(everywhere)]);
  await context.claimed();
  await transact([tryPendingLogin(token, pendingOver)]);
  return retryOnConflict(async () => {
    const [actor, mfa] = await together([readPendingActor(context, pending), getMfa(pending.principal_id)]);
    if (mfa?.state !== 'enabled') throw pendingOver();
    const proof = await proveCode(pending.principal_id, mfa, input.code, context.now);
    if (!proof) throw await countWrong(throttle, await countWrong(everywhere, wrong()));
    const { reply, ...session } = await openSessionFor(context, actor, ['pwd', 'otp']);
    return context.commit({
      ...session,
      reply: reply as TokensFor<K>,
      writes: [
        finishPendingLogin(token, pendingOver),
        useProof(pending.principal_id, proof),
        forgetWrong(throttle),
        forgetWrong(everywhere),
        ...noteLogin(actor, context.now),
        ...session.writes,
      ],
    });
  });
}

const wrong = () => new ApiError('invalid_credentials', 'code: is wrong, or was used before');

/** An IAM user's record tells when they last logged in. */
const noteLogin = (actor: Actor, now: Date): Write[] =>
  actor.type === 'iam' ? [noteIamLogin(actor.user, { last_login_at: rfc3339(now) })] : [];
