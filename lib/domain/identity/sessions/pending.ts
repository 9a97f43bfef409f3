import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import type { CodeNeeded } from '#lib/model/identity/mfa.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { createPendingLogin, getPendingLogin, type PendingLogin } from '#lib/store/identity/pending-logins.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { type Actor, readActor } from './actor.ts';
import { blocked, principalOf } from './principal.ts';

/** A login must be finished within this time, in seconds (contract 3.12). */
const lifetime = 300;

/** The effect of a correct password if a one-time code is still needed. */
export function askForCode(context: PublicContext, actor: Actor): Commit<CodeNeeded> {
  const { writes, ...token } = beginPending(context, actor, 'code');
  return { writes, reply: { requires_2fa: true, ...token }, actor: principalOf(actor) };
}

interface Pending {
  writes: Write[];
  pending_token: string;
  expires_in: number;
}

/** Begins the second step of a login with a correct password. It makes a token, of which only the hash is stored. */
export function beginPending(context: PublicContext, actor: Actor, wants: PendingLogin['wants']): Pending {
  const pending_token = newOpaqueToken('pt');
  const { user, account } = actor;
  const record: PendingLogin = {
    wants,
    type: actor.type,
    principal_id: user.id,
    account_id: account.account_id,
    username: actor.type === 'iam' ? actor.user.username : null,
    generation: user.generation,
    account_generation: generationOf(account),
    tries: 0,
    expires: Math.floor(context.now.getTime() / 1000) + lifetime,
  };
  return { writes: [createPendingLogin(hashToken(pending_token), record)], pending_token, expires_in: lifetime };
}

/** The pending login of a token; 410 where it has expired, needs another step, or belongs to another type of user. */
export async function readPending(
  { now }: PublicContext,
  token: string,
  wants: PendingLogin['wants'],
  kinds: readonly Actor['type'][],
): Promise<PendingLogin> {
  const pending = await getPendingLogin(token, Math.floor(now.getTime() / 1000));
  if (pending?.wants !== wants || !kinds.includes(pending.type)) throw pendingOver();
  return pending;
}

/**
 * The actor of a pending login; 410 if the user, the password or the account's generation has changed since the first
 * step.
 */
export async function readPendingActor(context: PublicContext, pending: PendingLogin): Promise<Actor> {
  const actor = await readActor({ ...pending, id: pending.principal_id });
  if (!actor || actor.user.generation !== pending.generation) throw pendingOver();
  if (!isOfGeneration(pending, generationOf(actor.account))) throw pendingOver();
  context.identify(principalOf(actor));
  const refusal = blocked(actor.user, actor.account);
  if (refusal) throw refusal;
  return actor;
}

/** The 410 for a login that cannot be continued. */
export const pendingOver = () =>
  new ApiError('token_expired', 'pending_token: is expired or was used; log in again', { status: 410 });
