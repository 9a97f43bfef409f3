import { countWrong, forgetWrong, refuseBarred, throttleOf } from '#lib/domain/identity/mfa/throttle.ts';
import { rootPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { type PublicContext, retryOnConflict } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type EmailRecord, getEmailOwner, markVerified, readOwner } from '#lib/store/identity/accounts.ts';
import { consumeEmailCode, tryEmailCode } from '#lib/store/identity/codes.ts';
import { isEmailCode } from './email-code.ts';

export interface VerifyEmailInput {
  code: string;
  email?: string | undefined;
}

/** Nobody's record is read and nobody's code tried where an address is unknown, so that it costs what a known one does. */
const nobody: EmailRecord = { user_id: 'nobody', account_id: 'nobody' };

/**
 * Verifies an address by the code that was mailed to it: the caller's own, or the one that is named. 400 for a wrong
 * code, 410 once it is ten minutes old or five were tried, 409 where it is verified already, 429 after five wrong ones.
 * Who only names an address is told more than "wrong" by the right code alone, so that nobody learns who is registered.
 */
export function verifyEmail(context: PublicContext, input: VerifyEmailInput): Promise<{ email_verified: true }> {
  const throttle = throttleOf(context, `verify-email ${input.email ?? context.principal?.id}`);
  const own = input.email === undefined;
  return retryOnConflict(async () => {
    const [owner] = await together([ownerOf(context, input.email), refuseBarred(throttle)]);
    const { user, account } = await readOwner(owner.user_id, owner.account_id);
    if (own && user?.email_verified) throw verified();
    const record = await codeTried(context, owner.user_id, input.code, own);
    if (!record || !user || !account) throw await countWrong(throttle, wrong());
    if (user.email_verified) throw verified();
    if (!own) context.identify(rootPrincipal(user, account));
    return context.commit({
      writes: [consumeEmailCode(user.id, record), markVerified(user, rfc3339(context.now)), forgetWrong(throttle)],
      reply: { email_verified: true },
    });
  });
}

async function ownerOf({ principal }: PublicContext, email: string | undefined): Promise<EmailRecord> {
  if (email !== undefined) return (await getEmailOwner(email)) ?? nobody;
  if (!principal) throw new ApiError('missing_credentials', 'log in, or send the e-mail address beside the code');
  if (principal.type === 'iam') throw new ApiError('access_denied', 'an IAM user has no e-mail address to verify');
  return { user_id: principal.id, account_id: principal.account_id };
}

/** The record of a right code; undefined for a wrong one. */
async function codeTried(context: PublicContext, user: string, code: string, own: boolean) {
  await context.claimed();
  const tried = await tryEmailCode(user, Math.floor(context.now.getTime() / 1000));
  const right = await isEmailCode(user, code, tried?.record);
  if ((own || right) && !tried?.taken) throw tried?.record.used ? verified() : over();
  return right ? tried?.record : undefined;
}

const verified = () => new ApiError('wrong_state', 'email: is already verified');
const wrong = () => new ApiError('validation_failed', 'code: is wrong');
const over = () =>
  new ApiError(
    'code_expired',
    'code: is no longer valid (10 minutes, 5 tries); ask for another: POST /auth/resend-verification',
  );
