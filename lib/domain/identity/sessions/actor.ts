import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { AccountRecord, SessionRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { type IdentityRecords, readIdentity, type Subject } from '#lib/store/identity/identities.ts';
import type { MemberRecord } from '#lib/store/identity/members.ts';
import { generationOf } from '#lib/store/platform/generations.ts';

/** A user who can act in an account, with the records that prove it. */
export type Actor =
  | { type: 'root'; user: UserRecord; account: AccountRecord }
  | { type: 'member'; user: UserRecord; account: AccountRecord; member: MemberRecord }
  | { type: 'iam'; user: IamUserRecord; account: AccountRecord };

/** The subject as an actor; undefined where the records no longer allow it. */
export function actorOf(who: Subject, { account, user, iam_user, member }: IdentityRecords): Actor | undefined {
  if (!account) return undefined;
  // The name may belong to another user by now.
  if (who.type === 'iam') return iam_user?.id === who.id ? { type: 'iam', user: iam_user, account } : undefined;
  if (!user) return undefined;
  if (who.type === 'member') return member ? { type: 'member', user, account, member } : undefined;
  return user.account_id === account.account_id ? { type: 'root', user, account } : undefined;
}

/** Reads a subject as an actor; undefined where the subject no longer exists. */
export async function readActor(who: Subject): Promise<Actor | undefined> {
  return actorOf(who, await readIdentity(who));
}

const provenActor = new WeakMap<Principal, Actor>();

/** Caches the actor's records for as long as the request has the principal. */
export function prove(principal: Principal, actor: Actor): Principal {
  provenActor.set(principal, actor);
  return principal;
}

/** The actor of an authenticated principal, as authentication read it for this request. */
export const authenticatedActor = async (principal: Principal): Promise<Actor> =>
  provenActor.get(principal) ?? readActorOf(principal);

/**
 * Reads the actor of a principal again. 401 where the records are gone, or a takeover of the account revoked the
 * credentials.
 */
export async function readActorOf({ type, id, account_id, name, account_generation }: Principal): Promise<Actor> {
  const actor = await readActor({ type, id, account_id, username: name });
  if (!actor || generationOf(actor.account) !== account_generation) throw sessionEnded();
  return actor;
}

/** The subject of a session. */
export const subjectOf = ({ type, user_id, account_id, username }: SessionRecord): Subject => ({
  type,
  id: user_id,
  account_id,
  username,
});

/** The 401 for a token whose session, key or user is gone. */
export const sessionEnded = () => new ApiError('invalid_token', 'access token is no longer valid; log in again');
