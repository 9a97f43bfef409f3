import { type Actor, readActorOf } from '#lib/domain/identity/sessions/actor.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { verifyPassword } from '#lib/standards/passwords/hash.ts';
import { disable, getMfa, type MfaRecord } from '#lib/store/identity/mfa.ts';
import { flagMfa, proveCode } from './resource.ts';
import { clearFailedAttempts, countFailedAttempt, refuseThrottled, throttleOf } from './throttle.ts';

export interface DisableInput {
  code?: string | undefined;
  password?: string | undefined;
}

/**
 * Disables the caller's one-time codes, for a code, a recovery code or the password. 400 where that is wrong, 409 where
 * codes are not enabled, 429.
 */
export function disableMfa(context: Context, input: DisableInput): Promise<{ enabled: false }> {
  const { id } = context.principal;
  const throttle = throttleOf(context, `mfa:${id}`);
  return retryOnConflict(async () => {
    const [record, actor] = await allInOrder([getMfa(id), readActorOf(context.principal)]);
    if (record?.state !== 'enabled') throw new ApiError('wrong_state', 'one-time codes are not enabled');
    await refuseThrottled(throttle);
    const proof = await proofOf(context, actor, record, input);
    if (!proof) {
      await context.claimed();
      throw await countFailedAttempt(throttle, wrong(input));
    }
    return context.commit({
      writes: [
        disable(id, record, proof === 'password' ? undefined : proof),
        flagMfa(actor, false, context.now),
        clearFailedAttempts(throttle),
      ],
      reply: { enabled: false },
    });
  });
}

async function proofOf(context: Context, actor: Actor, record: MfaRecord, { code, password }: DisableInput) {
  if (code !== undefined) return proveCode(context.principal.id, record, code);
  const right = await verifyPassword(actor.user.password_hash ?? undefined, password ?? '');
  return right ? ('password' as const) : undefined;
}

const wrong = ({ code }: DisableInput) =>
  new ApiError('validation_failed', code === undefined ? 'password: is wrong' : 'code: is wrong, or was used before');
