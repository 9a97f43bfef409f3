import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { openWithDerivedKey, sealWithDerivedKey } from '#lib/drivers/secrets/derived-key.ts';
import { hashToken, matchesHash, refreshFamily, refreshMark } from '#lib/drivers/tokens/opaque.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import {
  getSession,
  getSessions,
  revokeSession,
  rotateSession,
  type SessionRecord,
} from '#lib/store/identity/accounts.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { type Actor, readActor, subjectOf } from './actor.ts';
import { ambiguous } from './cookies.ts';
import { holderOf, newPair, type Pair, tokensOf } from './open.ts';
import { blocked, isLive, isOwnSession, principalOf } from './principal.ts';
import { isProofOf, refuseUnproven, unproven } from './proof.ts';
import { sessionCookies } from './resource.ts';

/** How long a replaced token still gets its successor, in milliseconds. */
const grace = 10_000;

/** The maximum number of cookies that are checked: as many as one call can read. */
const mostCookies = 100;

export interface RefreshInput {
  refresh_token?: string | undefined;
  session_proof?: string | undefined;
}

interface Family {
  session: SessionRecord;
  actor: Actor;
}

/**
 * Exchanges a refresh token for a new pair. For 10 s the previous token gets the same pair, so that two tabs or a lost
 * reply do no harm. An older token ends the family. A session without a proof gets the one in the body. 401 for an
 * older, unknown or expired token, and without the secret of the session's proof, which ends nothing; 403
 * account_blocked.
 */
export function refresh(context: PublicContext, input: RefreshInput): Promise<Tokens | IamTokens> {
  const { cookies = [], proof: secret } = context.renewal ?? {};
  return retryOnConflict(async () => {
    const token = input.refresh_token ?? (await cookieAmong(cookies, secret, context.now));
    const family = await familyOf(token, context.now);
    const { session, actor } = family;
    const session_proof = proofFor(session, input, secret);
    context.identify(principalOf(actor, { session }));
    const refusal = blocked(actor.user, actor.account);
    if (refusal) throw refusal;
    const { pair, writes } =
      (await rotation(context, token, family, session_proof)) ??
      (await overlap(context, token, session, session_proof));
    return context.commit({
      writes,
      reply: tokensOf(pair, actor),
      cookies: sessionCookies(pair, session.expires - Math.floor(context.now.getTime() / 1000)),
    });
  });
}

/**
 * The valid refresh cookie: the only one or, of several, the one whose session has this proof and still accepts the
 * cookie. Another cookie may have been planted to make the session look stolen.
 */
async function cookieAmong(cookies: readonly string[], secret: string | undefined, now: Date): Promise<string> {
  const [first, ...others] = new Set(cookies.filter(Boolean));
  if (first === undefined) {
    throw new ApiError('missing_credentials', 'refresh_token: is missing (in the body, or the svc_refresh cookie)');
  }
  if (others.length === 0) return first;
  if (secret === undefined) throw ambiguous('svc_refresh');
  const tokens = [first, ...others].filter((token) => refreshFamily(token) !== undefined).slice(0, mostCookies);
  const sessions = await getSessions(tokens.map((token) => refreshFamily(token) ?? ''));
  const own = sessions.filter(({ proof_hash }) => isProofOf(proof_hash, secret));
  const hashes = [
    ...own.map((one) => one.current_hash),
    ...own.filter((one) => isInGrace(one, now)).map((one) => one.previous_hash),
  ];
  const found = hashes.flatMap((hash) => tokens.filter((token) => hash !== null && matchesHash(token, hash)));
  if (new Set(found.map(refreshFamily)).size > 1) throw ambiguous('svc_refresh');
  if (found[0] === undefined) throw unproven();
  return found[0];
}

/**
 * The proof that the session has or will have. 401 without its secret, and for a cookie of a session without the
 * sender's proof; 400 for a proof other than the session's, which never changes.
 */
function proofFor({ proof_hash }: SessionRecord, input: RefreshInput, secret: string | undefined): string | undefined {
  refuseUnproven(proof_hash, secret);
  const { refresh_token, session_proof = proof_hash } = input;
  if (proof_hash !== undefined && session_proof !== proof_hash) {
    throw new ApiError('validation_failed', 'session_proof: is not that of the session, which keeps its own');
  }
  const isByCookie = refresh_token === undefined;
  if (isByCookie && secret !== undefined && !isProofOf(session_proof, secret)) throw unproven();
  return session_proof;
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

const isInGrace = ({ rotated_at }: SessionRecord, now: Date): boolean => now.getTime() - rotated_at <= grace;

/** The next pair and its writes, if the token is the current one. */
async function rotation(
  context: PublicContext,
  token: string,
  { session, actor }: Family,
  session_proof: string | undefined,
) {
  if (!matchesHash(token, session.current_hash)) return undefined;
  const subject = { ...holderOf(actor, { amr: session.amr, session_proof }), sid: session.id };
  const pair = await newPair(subject, context.now, session.mark_hash && refreshMark(token));
  const write = rotateSession(session, {
    current_hash: hashToken(pair.refresh_token),
    successor: await sealWithDerivedKey(token, JSON.stringify(pair), session.id),
    rotated_at: context.now.getTime(),
    last_used_at: rfc3339(context.now),
    ...sourceShown(context),
    user_agent: context.user_agent,
    ...(session_proof !== undefined && { proof_hash: session_proof }),
  });
  return { pair, writes: [write] as Write[] };
}

/**
 * The pair that replaced this token, within the grace period. An older token of the session may be stolen: it revokes
 * the session and is refused. A text that only names the session is refused, and the session continues.
 */
async function overlap(
  context: PublicContext,
  token: string,
  session: SessionRecord,
  session_proof: string | undefined,
) {
  const isPrevious = session.previous_hash !== null && matchesHash(token, session.previous_hash);
  if (isPrevious && session.successor && isInGrace(session, context.now)) {
    // The existing pair requires no proof, so it is not for a caller that asks for one.
    if (session_proof !== session.proof_hash) throw invalid();
    const pair = JSON.parse(await openWithDerivedKey(token, session.successor, session.id)) as Pair;
    return { pair, writes: [] as Write[] };
  }
  if (session.mark_hash && !matchesHash(refreshMark(token), session.mark_hash)) throw invalid();
  await context.claimed();
  await transact([revokeSession(session.id)]);
  throw new ApiError('invalid_token', 'refresh token was used before; its session is revoked, log in again');
}

const invalid = () => new ApiError('invalid_token', 'invalid refresh token; log in again');
