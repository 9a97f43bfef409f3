import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { sourceName } from '#lib/model/platform/source.ts';
import type { Write } from '#lib/store/platform/write.ts';
import {
  type Allowance,
  countFailure,
  forgetFailures,
  type Guesses,
  noteKnown,
  requireAllowed,
  throttledUntil,
} from '#lib/store/requests/attempts.ts';
import type { Actor } from './actor.ts';

/** The counters of one identity's logins: from the source of this request, and from all sources (contract 1.6). */
export interface LoginCounters {
  here: string;
  everywhere: string;
  /** Epoch seconds, civil clock. */
  now: number;
}

/** The allowed password guesses from any number of addresses. Above it, only known addresses may try. */
const fromAnywhere: Allowance = { limit: 100, span: 3600 };

/** The identity of a login: an e-mail address, or an account and a username. */
export type Identity = string | { account_id: string; username: string };

/** The counters of an identity, which may not exist. Only hashes are stored. */
export function countersOf(context: PublicContext, identity: Identity): LoginCounters {
  const name = typeof identity === 'string' ? identity : `${identity.account_id}/${identity.username.toLowerCase()}`;
  const hash = (...words: string[]) => hashToken(JSON.stringify(['login', name, ...words]));
  return { here: hash(sourceName(context)), everywhere: hash(), now: Math.floor(context.now.getTime() / 1000) };
}

/**
 * Refuses with 429 too_many_attempts if the failures from this address are used up, or those from all addresses while
 * the identity is not known at this one.
 */
export function refuseGuess({ now }: LoginCounters, { here, everywhere, known }: Guesses): void {
  const ends = [throttledUntil(here, now), known ? undefined : throttledUntil(everywhere, now, fromAnywhere)];
  const until = Math.max(...ends.map((end) => end ?? 0));
  if (until > 0) throw tooMany(until, now);
}

/**
 * Counts a failed login. Returns `refusal`, or the 429 if concurrent requests have used up the allowed failures:
 * however many are sent at once, only the allowed number learn that they failed.
 */
export async function countGuess(
  { here, everywhere, now }: LoginCounters,
  { known }: Guesses,
  refusal: ApiError,
): Promise<ApiError> {
  const until = await countFailure(here, now);
  if (until !== undefined) return tooMany(until, now);
  const end = await countFailure(everywhere, now, fromAnywhere);
  return known || end === undefined ? refusal : tooMany(end, now);
}

/**
 * The writes after a correct password. It clears the failures from this address. Those from all addresses stay, since
 * they may be another person's. Refuses with 429 if either has been used up meanwhile.
 */
export function passGuess({ here, everywhere, now }: LoginCounters, { known }: Guesses): Write[] {
  const barred = (until: number) => tooMany(until, now);
  const clear = forgetFailures(here, now, barred);
  return known ? [clear] : [clear, requireAllowed(everywhere, now, barred, fromAnywhere)];
}

/** Records that an identity has been proved at the address of this request, by a login or by mail. */
export function knowHere(context: PublicContext, identity: Identity): Write {
  const { here, now } = countersOf(context, identity);
  return noteKnown(here, now);
}

/** The identity by which an actor logs in. */
export const identityOf = (actor: Actor): Identity =>
  actor.type === 'iam' ? { account_id: actor.account.account_id, username: actor.user.username } : actor.user.email;

function tooMany(until: number, now: number): ApiError {
  const seconds = Math.max(1, until - now);
  return new ApiError('too_many_attempts', `too many failed logins; try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
