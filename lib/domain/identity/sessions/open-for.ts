import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { ACCESS_TOKEN_SECONDS } from '#lib/drivers/tokens/access-claims.ts';
import type { IamTokens, Tokens } from '#lib/model/identity/user.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { generationOf } from '#lib/store/platform/generations.ts';
import type { Actor } from './actor.ts';
import { type Holder, type Pair, startSession, toTokens } from './open.ts';
import { principalOf } from './principal.ts';

type Opened = Required<Pick<Commit<Tokens | IamTokens>, 'writes' | 'reply' | 'cookies' | 'actor'>>;

/** Opens a session for whoever has proved who they are: what is written, answered and set as cookies. */
export async function openSessionFor(context: PublicContext, actor: Actor, amr: readonly string[]): Promise<Opened> {
  const generations = { generation: actor.user.generation, account_generation: generationOf(actor.account) };
  const { session, pair, ...effect } = await startSession(context, { ...holderOf(actor, amr), ...generations });
  return { ...effect, actor: principalOf(actor, { session }), reply: tokensOf(pair, actor) };
}

/** Whom an access token of this actor is for. */
export function holderOf(actor: Actor, amr: readonly string[]): Omit<Holder, 'generation' | 'account_generation'> {
  const { type: typ, user, account } = actor;
  const username = actor.type === 'iam' ? { username: actor.user.username } : {};
  return { sub: user.id, account_id: account.account_id, typ, ...username, amr };
}

/** What a login and a refresh answer. */
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
