import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getUser } from '#lib/store/identity/accounts.ts';
import { type EmailCodeRecord, getEmailCode, replaceEmailCode } from '#lib/store/identity/codes.ts';
import { newEmailCode } from './resource.ts';

/** The shortest time between two codes, in milliseconds. */
const minInterval = 60_000;

/**
 * Mails the caller a new code, which replaces the last one. 409 where the address is verified, 429 within 60 s of the
 * last code.
 */
export function resendVerification(context: Context): Promise<{ status: 'sent' }> {
  const { id, type } = context.principal;
  if (type === 'iam') throw new ApiError('access_denied', 'an IAM user has no e-mail address to verify');
  return retryOnConflict(async () => {
    const [user, last] = await allInOrder([getUser(id), getEmailCode(id)]);
    if (!user || user.email_verified) throw new ApiError('wrong_state', 'email: is already verified');
    refuseSoon(last, context.now.getTime());
    const { code, record } = await newEmailCode(id, context.now);
    return context.commit({
      writes: [replaceEmailCode(id, record, last)],
      letters: [{ kind: 'verify_email', to: user.email, code }],
      reply: { status: 'sent' },
    });
  });
}

function refuseSoon(last: EmailCodeRecord | undefined, now: number): void {
  const left = (last?.sent_at ?? 0) + minInterval - now;
  // A request that began before the last code was sent must also wait. Setting a clock back must not block the caller.
  if (left <= 0 || left > 2 * minInterval) return;
  const seconds = Math.ceil(Math.min(left, minInterval) / 1000);
  throw new ApiError('too_many_attempts', `a code was sent just now; ask for another in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
