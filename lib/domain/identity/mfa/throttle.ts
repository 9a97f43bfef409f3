import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { barredUntil, countFailure, forgetFailures, getAttempts } from '#lib/store/requests/attempts.ts';

/** The count of somebody's wrong codes from one address: five within 15 minutes (contract 1.6). */
export interface Throttle {
  who: string;
  /** Epoch seconds, civil clock. */
  now: number;
  /** Failures within 15 minutes, where they are not five. */
  limit?: number;
}

/** The count of one identity, from the address of this request. */
export function throttleOf({ now, source_ip }: PublicContext, identity: string): Throttle {
  return { who: hashToken(JSON.stringify(['code', identity, source_ip])), now: Math.floor(now.getTime() / 1000) };
}

/** Codes that may be wrong for one login within 15 minutes, wherever they come from: 3 of a million are right. */
const fromAnywhere = 20;

/**
 * The count of one login's codes from every address together, which keeps many addresses from guessing one. Only who
 * knows the password gets as far, so that a stranger cannot shut anybody out by it.
 */
export function throttleOfLogin({ now }: PublicContext, principal: string): Throttle {
  const who = hashToken(JSON.stringify(['login-code', principal]));
  return { who, now: Math.floor(now.getTime() / 1000), limit: fromAnywhere };
}

/** Refuses with 429 too_many_attempts whoever used their failures up. */
export async function refuseBarred({ who, now, limit }: Throttle): Promise<void> {
  const until = barredUntil(await getAttempts(who), now, limit);
  if (until !== undefined) throw tooMany(until, now);
}

/** Counts a wrong code and answers its refusal: the one given, or 429 where others used the failures up meanwhile. */
export async function countWrong({ who, now, limit }: Throttle, refusal: ApiError): Promise<ApiError> {
  const until = await countFailure(who, now, limit);
  return until === undefined ? refusal : tooMany(until, now);
}

/** Counts a request that may be made five times whatever comes of it; refuses the sixth with 429. */
export async function countAsked({ who, now }: Throttle): Promise<void> {
  const until = await countFailure(who, now);
  if (until !== undefined) throw tooMany(until, now);
}

/** Forgets the failures, in the transaction of a success. */
export const forgetWrong = ({ who, now, limit }: Throttle): Write =>
  forgetFailures(who, now, (until) => tooMany(until, now), limit);

function tooMany(until: number, now: number): ApiError {
  const seconds = Math.max(1, until - now);
  return new ApiError('too_many_attempts', `too many attempts; try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
