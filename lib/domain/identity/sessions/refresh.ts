import { type PublicContext, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { openWithDerivedKey, sealWithDerivedKey } from '#lib/drivers/secrets/derived-key.ts';
import { hashToken, matchesHash, refreshFamily, refreshMark } from '#lib/drivers/tokens/opaque.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import { getSession, revokeSession, rotateSession, type SessionRecord } from '#lib/store/identity/accounts.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { type Actor, readActor, subjectOf } from './actor.ts';
import { holderOf, newPair, type Pair, tokensOf } from './open.ts';
import { blocked, isLive, isOwnSession, principalOf } from './principal.ts';
import { sessionCookies } from './resource.ts';

/** The replaced token is answered with its successor for this time, in milliseconds. */
const grace = 10_000;

interface Family {
  session: SessionRecord;
  actor: Actor;
}

/**
 * Exchanges a refresh token for a new pair. The token before it gets the same pair for 10 s more, so that two tabs or a
 * lost reply do no harm. An older token ends the family. 401 for an older, unknown or expired token; 403
 * account_blocked.
 */
export function refresh(
  context: PublicContext,
  input: { refresh_token?: string | undefined },
): Promise<Tokens | IamTokens> {
  const token = input.refresh_token ?? context.refresh_cookie;
  if (!token) {
    throw new ApiError('missing_credentials', 'refresh_token: is missing (in the body, or the svc_refresh cookie)');
  }
  return retryOnConflict(async () => {
    const family = await familyOf(token, context.now);
    const { session, actor } = family;
    context.identify(principalOf(actor, { session }));
    const refusal = blocked(actor.user, actor.account);
    if (refusal) throw refusal;
    const { pair, writes } = (await rotation(context, token, family)) ?? (await overlap(context, token, session));
    return context.commit({
      writes,
      reply: tokensOf(pair, actor),
      cookies: sessionCookies(pair, session.expires - Math.floor(context.now.getTime() / 1000)),
    });
  });
}

async function familyOf(token: string, now: Date): Promise<Family> {
  const id = refreshFamily(token);
  const session = id ? await getSession(id) : undefined;
  if (!session || session.revoked) throw invalid();
  const actor = await readActor(subjectOf(session));
  if (!actor || !isOwnSession(actor, session)) throw invalid();
  if (isLive(session, actor.user, now)) return { session, actor };
  const isCurrent = matchesHash(token, session.current_hash);
  throw isCurrent && session.generation === actor.user.generation
    ? new ApiError('token_expired', 'refresh token expired; log in again')
    : invalid();
}

/** The next pair and its writes, where the token is the current one. */
async function rotation(context: PublicContext, token: string, { session, actor }: Family) {
  if (!matchesHash(token, session.current_hash)) return undefined;
  const subject = { ...holderOf(actor, session.amr), sid: session.id };
  const pair = await newPair(subject, context.now, session.mark_hash && refreshMark(token));
  const write = rotateSession(session, {
    current_hash: hashToken(pair.refresh_token),
    successor: await sealWithDerivedKey(token, JSON.stringify(pair), session.id),
    rotated_at: context.now.getTime(),
    last_used_at: rfc3339(context.now),
    ...sourceShown(context),
    user_agent: context.user_agent,
  });
  return { pair, writes: [write] as Write[] };
}

/**
 * The pair that replaced this token, within the grace period. An older token of the session may be stolen: it revokes
 * the session and refuses. A text that only names the session is refused, and the session goes on.
 */
async function overlap(context: PublicContext, token: string, session: SessionRecord) {
  const isPrevious = session.previous_hash !== null && matchesHash(token, session.previous_hash);
  if (isPrevious && session.successor && context.now.getTime() - session.rotated_at <= grace) {
    const pair = JSON.parse(await openWithDerivedKey(token, session.successor, session.id)) as Pair;
    return { pair, writes: [] as Write[] };
  }
  if (session.mark_hash && !matchesHash(refreshMark(token), session.mark_hash)) throw invalid();
  await context.claimed();
  await transact([revokeSession(session.id)]);
  throw new ApiError('invalid_token', 'refresh token was used before; its session is revoked, log in again');
}

const invalid = () => new ApiError('invalid_token', 'invalid refresh token; log in again');
