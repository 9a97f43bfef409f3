import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getUser } from '#lib/store/identity/accounts.ts';
import { readActor } from './actor.ts';
import { holderOf, sessionOf, startSession, toTokens } from './open.ts';
import { blocked, principalOf } from './principal.ts';
import { currentSession } from './resource.ts';

export interface SwitchInput {
  account_id: string;
  session_proof?: string | undefined;
}

/**
 * Opens a session of the same user in another account: the account of a team, or the user's own. 404 for any other
 * account.
 */
export function switchAccount(context: Context, { account_id, session_proof }: SwitchInput): Promise<Tokens> {
  const { id, type } = context.principal;
  return retryOnConflict(async () => {
    if (type === 'iam') throw notFound('account', account_id);
    const [own, user] = await allInOrder([currentSession(context), getUser(id)]);
    const as = user?.account_id === account_id ? 'root' : 'member';
    const actor = await readActor({ type: as, id, account_id });
    if (!actor || actor.type === 'iam') throw notFound('account', account_id);
    const refusal = blocked(actor.user, actor.account);
    if (refusal) throw refusal;
    const membership = actor.type === 'member' ? { member_id: actor.member.id } : {};
    const holder = {
      ...holderOf(actor, { amr: own.amr, session_proof }),
      ...membership,
      ...sessionOf(own.generation, actor.account),
    };
    const { session, pair, ...effect } = await startSession(context, holder);
    const reply = toTokens(pair, actor.user, actor.account);
    return context.commit({ ...effect, actor: principalOf(actor, { session }), reply });
  });
}
