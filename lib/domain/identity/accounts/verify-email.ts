import {
  clearFailedAttempts,
  countFailedAttempt,
  refuseThrottled,
  throttleOf,
} from '#lib/domain/identity/mfa/throttle.ts';
import { rootPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { markVerified, readOwner } from '#lib/store/identity/accounts.ts';
import { consumeEmailCode, tryEmailCode } from '#lib/store/identity/codes.ts';
import { type EmailRecord, getEmailOwner } from '#lib/store/identity/emails.ts';
import { isEmailCode } from './resource.ts';

export interface VerifyEmailInput {
  code: string;
  email?: string | undefined;
}

/**
 * Replaces the owner of an unknown address: its records are read and its code is tried, so that an unknown address
 * takes as long as a known one.
 */
const unknownOwner: EmailRecord = { user_id: 'unknown', account_id: 'unknown' };

/**
 * Verifies an address by the mailed code: the caller's own address, or the address in the input. 400 for a wrong code,
 * 410 after ten minutes or five tries, 409 where the address is verified, 429 after five wrong codes. A caller that
 * names an address gets an answer other than "wrong" only with the correct code, so that the reply does not reveal
 * which addresses are registered.
 */
export function verifyEmail(context: PublicContext, input: VerifyEmailInput): Promise<{ email_verified: true }> {
  const throttle = throttleOf(context, `verify-email ${input.email ?? context.principal?.id}`);
  const isCallers = input.email === undefined;
  return retryOnConflict(async () => {
    const [owner] = await allInOrder([ownerOf(context, input.email), refuseThrottled(throttle)]);
    const { user, account } = await readOwner(owner.user_id, owner.account_id);
    if (isCallers && user?.email_verified) throw alreadyVerified();
    const record = await tryCode(context, owner.user_id, input.code, isCallers);
    if (!record || !user || !account) throw await countFailedAttempt(throttle, wrong());
    if (user.email_verified) throw alreadyVerified();
    if (!isCallers) context.identify(rootPrincipal(user, account));
    return context.commit({
      writes: [
        consumeEmailCode(user.id, record),
        markVerified(user, rfc3339(context.now)),
        clearFailedAttempts(throttle),
      ],
      reply: { email_verified: true },
    });
  });
}

async function ownerOf({ principal }: PublicContext, email: string | undefined): Promise<EmailRecord> {
  if (email !== undefined) return (await getEmailOwner(email)) ?? unknownOwner;
  if (!principal) throw new ApiError('missing_credentials', 'log in, or send the e-mail address beside the code');
  if (principal.type === 'iam') throw new ApiError('access_denied', 'an IAM user has no e-mail address to verify');
  return { user_id: principal.id, account_id: principal.account_id };
}

/** Uses one try and returns the code's record if the code is correct; undefined if it is wrong. */
async function tryCode(context: PublicContext, user: string, code: string, isCallers: boolean) {
  await context.claimed();
  const attempt = await tryEmailCode(user, Math.floor(context.now.getTime() / 1000));
  const right = await isEmailCode(user, code, attempt?.record);
  if ((isCallers || right) && !attempt?.counted) throw attempt?.record.used ? alreadyVerified() : codeExpired();
  return right ? attempt?.record : undefined;
}

const alreadyVerified = () => new ApiError('wrong_state', 'email: is already verified');
const wrong = () => new ApiError('validation_failed', 'code: is wrong');
const codeExpired = () =>
  new ApiError(
    'code_expired',
    'code: is no longer valid (10 minutes, 5 tries); ask for another: POST /auth/resend-verification',
  );
