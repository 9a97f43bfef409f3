import { policiesOfRole, policiesOfUser } from '#lib/domain/identity/iam/bound-policies.ts';
import type { PrefetchedRecord } from '#lib/domain/platform/prefetch.ts';
import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { AccessKeyRecord } from '#lib/store/identity/access-keys.ts';
import type { AccountRecord, SessionRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import type { IamState } from '#lib/store/identity/iam.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { type Along, type IdentityRecords, readIdentity } from '#lib/store/identity/identities.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { type Actor, actorOf, prove, sessionEnded } from './actor.ts';

/** The claims of a token that name its subject, and the session or key that it depends on. */
export type TokenGrant = Pick<
  AccessClaims,
  'typ' | 'sub' | 'account_id' | 'username' | 'sid' | 'key_id' | 'key_generation'
>;

/** Who made a request, and the record that was read in the same call. */
export interface Caller {
  readonly principal: Principal;
  readonly prefetched: PrefetchedRecord | undefined;
}

/**
 * The current principal of a verified access token; `along` is read in the same call. 401 where the session or access
 * key has ended, the user or membership is gone, or all of the user's sessions were ended; 403 account_blocked.
 */
export async function readPrincipal(claims: TokenGrant, now: Date, along: Along = {}): Promise<Caller> {
  const subject = { type: claims.typ, id: claims.sub, account_id: claims.account_id, username: claims.username };
  const identity = await readIdentity(subject, { session: claims.sid, key: claims.key_id }, along);
  const actor = actorOf(subject, identity);
  if (!actor || !isGranted(actor, claims, identity, now)) throw sessionEnded();
  const refusal = blocked(actor.user, actor.account);
  if (refusal) throw refusal;
  const principal = boundPrincipal(actor, identity, { session: identity.session, key: identity.key });
  return { principal, prefetched: prefetchedBy(along, identity) };
}

/** The instance that was read along with an identity. */
export const prefetchedBy = ({ instance }: Along, identity: IdentityRecords): PrefetchedRecord | undefined =>
  instance === undefined ? undefined : { id: instance, record: identity.instance };

/**
 * The session or the access key behind an actor's credentials. `signed` is true for a signature, and false for a token
 * that was exchanged for the key.
 */
export interface Credential {
  session?: SessionRecord | undefined;
  key?: AccessKeyRecord | undefined;
  signed?: boolean;
}

/**
 * An actor as a principal, with the session or key behind the credentials. A caller that has only just proved an
 * identity has neither.
 */
export function principalOf(actor: Actor, { session, key, signed }: Credential = {}): Principal {
  const { type, user, account } = actor;
  return {
    type,
    id: user.id,
    account_id: account.account_id,
    default_vpc_id: account.default_vpc_id,
    owner_id: account.owner_id,
    ...(actor.type === 'root' && { verified: actor.user.email_verified }),
    account_generation: generationOf(account),
    name: actor.type === 'iam' ? actor.user.username : actor.user.email,
    session_id: session?.id ?? null,
    ...(session?.proof_hash !== undefined && { session_proof: session.proof_hash }),
    access_key_id: key?.access_key_id ?? null,
    ...(key?.generation !== undefined && { key_generation: key.generation }),
    auth_method: key ? (signed ? 'sigv4' : 'access_key') : 'password',
    mfa: session?.amr.includes('otp') ?? false,
    role: actor.type === 'member' ? actor.member.role : null,
    iam_version: 0,
    suspended: account.status === 'suspended',
  };
}

/** The actor as a principal, with the policies that apply to it as this request found them. */
export function boundPrincipal(actor: Actor, { iam, operators }: IdentityRecords, credential: Credential): Principal {
  const bound = { ...principalOf(actor, credential), iam_version: iam.version, ...boundPolicies(actor, iam) };
  return prove(operators ? { ...bound, operator: operators.includes(bound.account_id) } : bound, actor);
}

/** Policies never apply to root. */
function boundPolicies(actor: Actor, iam: IamState): Pick<Principal, 'policies'> {
  if (actor.type === 'iam') return { policies: policiesOfUser(actor.user, iam) };
  return actor.type === 'member' ? { policies: policiesOfRole(actor.member.role) } : {};
}

/** A root user as a principal. */
export function rootPrincipal(user: UserRecord, account: AccountRecord, session?: SessionRecord): Principal {
  return principalOf({ type: 'root', user, account }, { session });
}

/** Whether a session can be used: it is not revoked, not expired, and of the user's current generation. */
export function isLive(session: SessionRecord, user: { generation: number }, now: Date): boolean {
  return !session.revoked && session.expires * 1000 > now.getTime() && session.generation === user.generation;
}

/** The 403 for a user or account that the operator has blocked; undefined where neither is blocked. */
export function blocked(user: UserRecord | IamUserRecord, account: AccountRecord): ApiError | undefined {
  if (account.status !== 'blocked' && !('status' in user && user.status === 'blocked')) return undefined;
  return new ApiError('account_blocked', `account ${account.account_id} is blocked; contact support`);
}

/** Whether the session or key of the token belongs to the actor and is still valid. */
function isGranted(actor: Actor, claims: TokenGrant, { session, key }: IdentityRecords, now: Date): boolean {
  if (claims.key_id !== undefined) return isOwnKey(actor, key) && isSameGeneration(key, claims.key_generation);
  return session !== undefined && isOwnSession(actor, session) && isLive(session, actor.user, now);
}

/**
 * Compares generations instead of dates: dates have whole seconds, and a key may be deactivated and activated within
 * one.
 */
const isSameGeneration = ({ status, generation }: AccessKeyRecord, granted: number | undefined): boolean =>
  status === 'active' && generation === granted;

/** Whether an access key belongs to this IAM user, and not to an earlier user of the same name. */
export function isOwnKey(actor: Actor, key: AccessKeyRecord | undefined): key is AccessKeyRecord {
  return actor.type === 'iam' && key?.user_id === actor.user.id && key.account_id === actor.account.account_id;
}

/**
 * Whether a session belongs to the actor and to the current generation of the account. A member's session also ends
 * with the membership under which it began.
 */
export function isOwnSession(actor: Actor, session: SessionRecord): boolean {
  if (session.user_id !== actor.user.id || session.account_id !== actor.account.account_id) return false;
  if (!isOfGeneration(session, generationOf(actor.account))) return false;
  if ((session.account_unblocked ?? 0) !== (actor.account.unblocked ?? 0)) return false;
  return actor.type !== 'member' || actor.member.id === session.member_id;
}
