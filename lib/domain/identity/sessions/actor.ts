import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { AccountRecord, SessionRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { readStanding, type Standing, type Subject } from '#lib/store/identity/identities.ts';
import type { MemberRecord } from '#lib/store/identity/members.ts';
import { generationOf } from '#lib/store/platform/generations.ts';

/** Somebody who can act in an account, with the records that say so. */
export type Actor =
  | { type: 'root'; user: UserRecord; account: AccountRecord }
  | { type: 'member'; user: UserRecord; account: AccountRecord; member: MemberRecord }
  | { type: 'iam'; user: IamUserRecord; account: AccountRecord };

/** The subject as an actor, if the records still say that they are one. */
export function actorOf(who: Subject, { account, user, iam_user, member }: Standing): Actor | undefined {
  if (!account) return undefined;
  // A name may have been given to somebody else since.
  if (who.type === 'iam') return iam_user?.id === who.id ? { type: 'iam', user: iam_user, account } : undefined;
  if (!user) return undefined;
  if (who.type === 'member') return member ? { type: 'member', user, account, member } : undefined;
  return user.account_id === account.account_id ? { type: 'root', user, account } : undefined;
}

/** Reads a subject; undefined where they are nobody any more. */
export async function readActor(who: Subject): Promise<Actor | undefined> {
  return actorOf(who, await readStanding(who));
}

const proven = new WeakMap<Principal, Actor>();

/** The principal, whose records stay at hand for as long as their request. */
export function prove(principal: Principal, actor: Actor): Principal {
  proven.set(principal, actor);
  return principal;
}

/** The records of whoever is logged in, as authentication read them at this request. */
export const provenActor = async (principal: Principal): Promise<Actor> =>
  proven.get(principal) ?? readActorOf(principal);

/** The records of whoever is logged in, read anew; 401 where they are gone since, or their credentials are by a takeover. */
export async function readActorOf({ type, id, account_id, name, account_generation }: Principal): Promise<Actor> {
  const actor = await readActor({ type, id, account_id, username: name });
  if (!actor || generationOf(actor.account) !== account_generation) throw over();
  return actor;
}

/** Whose a session is. */
export const subjectOf = ({ type, user_id, account_id, username }: SessionRecord): Subject => ({
  type,
  id: user_id,
  account_id,
  username,
});

/** The 401 of a token whose ground is gone. */
export const over = () => new ApiError('invalid_token', 'access token is no longer valid; log in again');
