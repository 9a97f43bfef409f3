import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ACCESS_TOKEN_SECONDS, type AccessSubject } from '#lib/drivers/tokens/access-claims.ts';
import { hashToken, newRefreshToken, refreshMark } from '#lib/drivers/tokens/opaque.ts';
import { signAccessToken } from '#lib/drivers/tokens/sign.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import {
  type AccountRecord,
  createSession,
  type SessionRecord,
  type UserRecord,
} from '#lib/store/identity/accounts.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { generationOf } from '#lib/store/platform/generations.ts';
import type { Actor } from './actor.ts';
import { principalOf, rootPrincipal } from './principal.ts';
import { sessionCookies, toUser } from './resource.ts';

/** The lifetime of a refresh family in seconds, however often it is rotated. */
const lifetime = 30 * 24 * 3600;

/** An access token, and the refresh token that renews it. */
export interface Pair {
  access_token: string;
  refresh_token: string;
}

/**
 * A user who has proved an identity, and how (RFC 8176: `pwd`, `otp`). `generation` is the generation of the user's
 * record at that moment.
 */
export interface Holder extends Pick<AccessSubject, 'sub' | 'account_id' | 'typ' | 'username' | 'amr'> {
  generation: number;
  /** The account's generation, as it was read, and how often it had been unblocked. */
  account_generation: number;
  account_unblocked: number;
  /** The membership of a member. */
  member_id?: string;
  /** The proof that the session will require. */
  session_proof?: string | undefined;
}

/** How a user has proved an identity, and the proof that the session will require. */
export interface Proven {
  amr: readonly string[];
  session_proof: string | undefined;
}

/** The account attributes of a new session, with the user's generation. */
export const sessionOf = (generation: number, account: AccountRecord) => ({
  generation,
  account_generation: generationOf(account),
  account_unblocked: account.unblocked ?? 0,
});

interface Started extends Required<Pick<Commit<never>, 'writes' | 'cookies'>> {
  session: SessionRecord;
  pair: Pair;
}

/** Makes a new session of a root user, member or IAM user: the writes, the tokens, and the cookies with the tokens. */
export async function startSession(
  context: PublicContext,
  { generation, account_generation, account_unblocked, member_id, ...subject }: Holder,
): Promise<Started> {
  const id = newId('session', context.now);
  const pair = await newPair({ ...subject, sid: id }, context.now);
  const at = rfc3339(context.now);
  const session: SessionRecord = {
    id,
    type: subject.typ,
    user_id: subject.sub,
    account_id: subject.account_id,
    ...(subject.username !== undefined && { username: subject.username }),
    ...(member_id !== undefined && { member_id }),
    generation,
    account_generation,
    ...(account_unblocked > 0 && { account_unblocked }),
    amr: [...subject.amr],
    ...(subject.session_proof !== undefined && { proof_hash: subject.session_proof }),
    current_hash: hashToken(pair.refresh_token),
    mark_hash: hashToken(refreshMark(pair.refresh_token)),
    previous_hash: null,
    successor: null,
    rotated_at: context.now.getTime(),
    ...sourceShown(context),
    user_agent: context.user_agent,
    revoked: false,
    created_at: at,
    last_used_at: at,
    expires: Math.floor(context.now.getTime() / 1000) + lifetime,
  };
  return { session, pair, writes: [createSession(session)], cookies: sessionCookies(pair, lifetime) };
}

/** Makes a new pair of tokens for the session `sid`. `mark` is the mark of its earlier refresh tokens. */
export async function newPair(subject: AccessSubject & { sid: string }, now: Date, mark?: string): Promise<Pair> {
  return { access_token: await signAccessToken(subject, now), refresh_token: newRefreshToken(subject.sid, mark) };
}

/** Opens a session for a root user with a correct password: the writes, the reply and the cookies. */
export async function openSession(
  context: PublicContext,
  user: UserRecord,
  account: AccountRecord,
  session_proof?: string,
): Promise<Required<Pick<Commit<Tokens>, 'writes' | 'reply' | 'cookies' | 'actor'>>> {
  const { id: sub, account_id, generation } = user;
  const holder = {
    sub,
    account_id,
    typ: 'root',
    amr: ['pwd'],
    session_proof,
    ...sessionOf(generation, account),
  } as const;
  const { session, pair, ...effect } = await startSession(context, holder);
  return { ...effect, actor: rootPrincipal(user, account, session), reply: toTokens(pair, user, account) };
}

/** The reply to register, login and refresh. */
export function toTokens(pair: Pair, user: UserRecord, account: AccountRecord): Tokens {
  return {
    access_token: pair.access_token,
    refresh_token: pair.refresh_token,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUser(user, account),
    account_id: account.account_id,
  };
}

type Opened = Required<Pick<Commit<Tokens | IamTokens>, 'writes' | 'reply' | 'cookies' | 'actor'>>;

/** Opens a session for an actor whose identity is proved: the writes, the reply and the cookies. */
export async function openSessionFor(context: PublicContext, actor: Actor, proven: Proven): Promise<Opened> {
  const generations = sessionOf(actor.user.generation, actor.account);
  const { session, pair, ...effect } = await startSession(context, { ...holderOf(actor, proven), ...generations });
  return { ...effect, actor: principalOf(actor, { session }), reply: tokensOf(pair, actor) };
}

/** The subject of an access token of this actor. */
export function holderOf(
  actor: Actor,
  { amr, session_proof }: Proven,
): Omit<Holder, 'generation' | 'account_generation' | 'account_unblocked'> {
  const { type: typ, user, account } = actor;
  const username = actor.type === 'iam' ? { username: actor.user.username } : {};
  const proof = session_proof === undefined ? {} : { session_proof };
  return { sub: user.id, account_id: account.account_id, typ, ...username, ...proof, amr };
}

/** The reply to a login and a refresh. */
export function tokensOf(pair: Pair, actor: Actor): Tokens | IamTokens {
  if (actor.type !== 'iam') return toTokens(pair, actor.user, actor.account);
  return {
    ...pair,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toIamUser(actor.user),
    account_id: actor.account.account_id,
  };
}

const toIamUser = ({ id, account_id, created_at, updated_at, username, mfa_enabled }: IamUserRecord) => ({
  id,
  account_id,
  created_at,
  updated_at,
  username,
  mfa_enabled,
});
