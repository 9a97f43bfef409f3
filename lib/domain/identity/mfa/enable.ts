import { readActorOf } from '#lib/domain/identity/sessions/actor.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { hashRecoveryCode, newRecoveryCodes } from '#lib/drivers/secrets/recovery-codes.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { verifyCode } from '#lib/standards/totp/codes.ts';
import { enable, getMfa, type MfaRecord, maxTries, trySetup } from '#lib/store/identity/mfa.ts';
import { transact } from '#lib/store/platform/write.ts';
import { alreadyEnabled, flagMfa, seedContext } from './resource.ts';
import { clearFailedAttempts, countFailedAttempt, refuseThrottled, throttleOf } from './throttle.ts';

/**
 * Enables the pending setup once the app has produced a correct code. Returns ten recovery codes, which no later reply
 * shows. 400 for a wrong code, 409 without a pending setup, 410 after ten minutes or five codes, 429.
 */
export async function enableMfa(
  context: Context,
  { code }: { code: string },
): Promise<{ enabled: true; recovery_codes: string[] }> {
  const { id } = context.principal;
  const setup = await pendingSetup(context);
  const throttle = throttleOf(context, `mfa:${id}`);
  await refuseThrottled(throttle);
  await context.claimed();
  await transact([trySetup(id, setup, () => setupExpired())]);
  const seed = await secretBox.open(setup.seed, seedContext(id));
  const right = await verifyCode(seed, code, realNow(), null);
  if (!right) throw await countFailedAttempt(throttle, new ApiError('validation_failed', 'code: is wrong'));
  const recovery_codes = newRecoveryCodes();
  const hashes = await Promise.all(recovery_codes.map((one) => hashRecoveryCode(id, one)));
  const recovery = Object.fromEntries(hashes.map((hash) => [hash as string, true as const]));
  return retryOnConflict(async () => {
    const actor = await readActorOf(context.principal);
    await stillPending(id, setup);
    return context.commit({
      writes: [
        enable(id, setup, { enabled_at: rfc3339(context.now), last_step: right.step, recovery }),
        flagMfa(actor, true, context.now),
        clearFailedAttempts(throttle),
      ],
      reply: { enabled: true, recovery_codes },
    });
  });
}

async function pendingSetup({ principal, now }: Context): Promise<MfaRecord> {
  const setup = await getMfa(principal.id);
  if (setup?.state === 'enabled') throw alreadyEnabled();
  if (!setup) throw new ApiError('wrong_state', 'no setup of one-time codes is pending; begin with POST …/mfa/setup');
  if ((setup.expires ?? 0) * 1000 <= now.getTime() || setup.tries >= maxTries) throw setupExpired();
  return setup;
}

/** Refuses if another request has finished this setup or begun another. */
async function stillPending(principal: string, { seed }: MfaRecord): Promise<void> {
  const setup = await getMfa(principal);
  if (setup?.state === 'enabled') throw alreadyEnabled();
  if (setup?.seed !== seed) throw setupExpired();
}

const setupExpired = () =>
  new ApiError(
    'code_expired',
    'this setup of one-time codes has expired (10 minutes, 5 codes); start again with POST …/mfa/setup',
  );
