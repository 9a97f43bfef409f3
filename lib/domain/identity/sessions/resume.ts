import type { PublicContext } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getPendingLogin, type PendingLogin } from '#lib/store/identity/pending-logins.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { type Actor, readActor } from './actor.ts';
import { blocked, principalOf } from './principal.ts';

/** A half-done login that is still to be finished, in this way and by this kind of user; 410 otherwise. */
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

/** Who is logging in; 410 where they, or their password, are not what they were at the first step. */
export async function readPendingActor(context: PublicContext, pending: PendingLogin): Promise<Actor> {
  const actor = await readActor({ ...pending, id: pending.principal_id });
  if (!actor || actor.user.generation !== pending.generation) throw pendingOver();
  if (!isOfGeneration(pending, generationOf(actor.account))) throw pendingOver();
  context.identify(principalOf(actor));
  const refusal = blocked(actor.user, actor.account);
  if (refusal) throw refusal;
  return actor;
}

/** The 410 for a login that cannot be gone on with. */
export const pendingOver = () =>
  new ApiError('token_expired', 'pending_token: is expired or was used; log in again', { status: 410 });
