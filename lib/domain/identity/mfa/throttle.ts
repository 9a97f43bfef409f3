import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { sourceName } from '#lib/model/platform/source.ts';
import type { Write } from '#lib/store/platform/write.ts';
import {
  type Allowance,
  countFailure,
  forgetFailures,
  getAttempts,
  throttledUntil,
} from '#lib/store/requests/attempts.ts';

/** A counter of one identity's failed attempts (contract 1.6). */
export interface Throttle {
  who: string;
  /** Epoch seconds, civil clock. */
  now: number;
  /** The number of allowed failures; by default five in 15 minutes. */
  allowance?: Allowance;
}

/** The counter of one identity and the source of this request. Five failures are allowed. */
export function throttleOf(context: PublicContext, identity: string): Throttle {
  const who = hashToken(JSON.stringify(['code', identity, sourceName(context)]));
  return { who, now: Math.floor(context.now.getTime() / 1000) };
}

/**
 * The number of wrong codes that one login may have in 15 minutes from all addresses. Of a million codes, 3 are
 * correct.
 */
const fromAnywhere: Allowance = { limit: 20, span: 15 * 60 };

/**
 * The counter of one login's codes from all addresses, which stops guessing from many addresses. Only a caller that
 * knows the password reaches it, so that a stranger cannot block a user.
 */
export function throttleOfLogin({ now }: PublicContext, principal: string): Throttle {
  const who = hashToken(JSON.stringify(['login-code', principal]));
  return { who, now: Math.floor(now.getTime() / 1000), allowance: fromAnywhere };
}

/** Refuses with 429 too_many_attempts once the allowed failures are used up. */
export async function refuseThrottled({ who, now, allowance }: Throttle): Promise<void> {
  const until = throttledUntil(await getAttempts(who), now, allowance);
  if (until !== undefined) throw tooMany(until, now);
}

/** Counts a failed attempt. Returns `refusal`, or the 429 if concurrent requests have used up the allowed failures. */
export async function countFailedAttempt({ who, now, allowance }: Throttle, refusal: ApiError): Promise<ApiError> {
  const until = await countFailure(who, now, allowance);
  return until === undefined ? refusal : tooMany(until, now);
}

/** Counts a request that is allowed five times, whatever its outcome. Refuses the sixth with 429. */
export async function countAttempt({ who, now }: Throttle): Promise<void> {
  const until = await countFailure(who, now);
  if (until !== undefined) throw tooMany(until, now);
}

/** Clears the failed attempts, in the transaction of a success. Refuses with 429 where they are used up. */
export const clearFailedAttempts = ({ who, now, allowance }: Throttle): Write =>
  forgetFailures(who, now, (until) => tooMany(until, now), allowance);

function tooMany(until: number, now: number): ApiError {
  const seconds = Math.max(1, until - now);
  return new ApiError('too_many_attempts', `too many attempts; try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
