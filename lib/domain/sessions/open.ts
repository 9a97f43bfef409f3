import type { Commit, PublicContext } from '#lib/domain/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ACCESS_TOKEN_SECONDS } from '#lib/drivers/tokens/access-claims.ts';
import { hashToken, newRefreshToken } from '#lib/drivers/tokens/opaque.ts';
import { signAccessToken } from '#lib/drivers/tokens/sign.ts';
import { newId } from '#lib/model/ids.ts';
import type { Tokens } from '#lib/model/user.ts';
import { type AccountRecord, createSession, type SessionRecord, type UserRecord } from '#lib/store/accounts.ts';
import { sessionCookies } from './cookies.ts';
import { rootPrincipal } from './principal.ts';
import { toUser } from './view.ts';

/** Seconds that a refresh family lives, however often it is rotated. */
const lifetime = 30 * 24 * 3600;

/** An access token and the refresh token that replaces it. */
export interface Pair {
  access_token: string;
  refresh_token: string;
}

/** A new pair of a session. */
export async function newPair(session: Pick<SessionRecord, 'id' | 'amr'>, user: UserRecord, now: Date): Promise<Pair> {
  const { id: sub, account_id } = user;
  const access_token = await signAccessToken({ sub, account_id, typ: 'root', amr: session.amr, sid: session.id }, now);
  return { access_token, refresh_token: newRefreshToken(session.id) };
}

/** Opens a session for a user who has proved who they are: what is written, answered and set as cookies. */
export async function openSession(
  context: PublicContext,
  user: UserRecord,
  account: AccountRecord,
): Promise<Required<Pick<Commit<Tokens>, 'writes' | 'reply' | 'cookies' | 'actor'>>> {
  const id = newId('session', context.now);
  const amr = ['pwd'];
  const pair = await newPair({ id, amr }, user, context.now);
  const at = rfc3339(context.now);
  const session: SessionRecord = {
    id,
    user_id: user.id,
    account_id: user.account_id,
    generation: user.generation,
    amr,
    current_hash: hashToken(pair.refresh_token),
    previous_hash: null,
    successor: null,
    rotated_at: context.now.getTime(),
    source_ip: context.source_ip,
    user_agent: context.user_agent,
    revoked: false,
    created_at: at,
    last_used_at: at,
    expires: Math.floor(context.now.getTime() / 1000) + lifetime,
  };
  return {
    writes: [createSession(session)],
    actor: rootPrincipal(user, account, session),
    reply: toTokens(pair, user, account),
    cookies: sessionCookies(pair, lifetime),
  };
}

/** What register, login and refresh answer. */
export function toTokens(pair: Pair, user: UserRecord, account: AccountRecord): Tokens {
  return {
    access_token: pair.access_token,
    refresh_token: pair.refresh_token,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUser(user, account),
    account_id: user.account_id,
  };
}
