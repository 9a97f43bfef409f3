import type { Stored } from '#lib/store/entity.ts';
import { accountIndex, byAge, sessionIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from '#lib/store/platform/lists.ts';
import { batchGet, get, query } from '#lib/store/platform/read.ts';
import { create, update, type Write } from '#lib/store/platform/write.ts';
import type { accountRecord, sessionRecord, userRecord } from './accounts.entity.ts';

export type AccountRecord = Stored<typeof accountRecord>;

export type UserRecord = Stored<typeof userRecord>;

/** A refresh family: one login on one device. */
export type SessionRecord = Stored<typeof sessionRecord>;

export const getSession = (session: string) => get(keys.session(session));

/** The sessions of these ids, at most 100, in one call; an absent session is left out. */
export async function getSessions(sessions: readonly string[]): Promise<SessionRecord[]> {
  const found = await batchGet(sessions.map(keys.session));
  return found.filter((session) => session !== undefined);
}

export interface Owner {
  user: UserRecord | undefined;
  account: AccountRecord | undefined;
}

/** The accounts of these ids, in the same order; an absent account is left out. */
export async function getAccounts(accounts: readonly string[]): Promise<AccountRecord[]> {
  const found = await batchGet(accounts.map(keys.account));
  return found.filter((account) => account !== undefined);
}

export const getAccount = (account: string) => get(keys.account(account));

/** Reads a user and an account in one call. */
export async function readOwner(user: string, account: string): Promise<Owner> {
  const [ofUser, ofAccount] = await batchGet([keys.user(user), keys.account(account)]);
  return { user: ofUser, account: ofAccount };
}

export const createAccount = (record: AccountRecord): Write[] => [
  create({
    ...keys.account(record.account_id),
    ...byAge(accountIndex, record.account_id, record.created_at),
    ...record,
  }),
  create({ ...keys.iamVersion(record.account_id), version: 1 }),
];

export const createUser = (record: UserRecord): Write => create({ ...keys.user(record.id), ...record });

/** Stores a new hash of the password. Refused where the password changed since it was checked. */
export const rehashPassword = (user: UserRecord, password_hash: string): Write =>
  update(keys.user(user.id), { set: { password_hash } }, [['password_hash', '=', user.password_hash]]);

/**
 * Notes whether a user's logins need a one-time code. Refused where all sessions of the user were ended since the user
 * was read.
 */
export const flagUserMfa = (user: UserRecord, change: Pick<UserRecord, 'mfa_enabled' | 'updated_at'>): Write =>
  update(keys.user(user.id), { set: change }, [['generation', '=', user.generation]]);

/** Ends every session of a user at once. */
export const endSessions = (user: string): Write =>
  update(keys.user(user), { add: { generation: 1 } }, [['pk', 'exists']]);

/** Ends every session of an IAM user at once. Refused where the name now belongs to another user. */
export const endIamSessions = (account: string, username: string, id: string): Write =>
  update(keys.iamUser(account, username), { add: { generation: 1 } }, [['id', '=', id]]);

export const createSession = (record: SessionRecord): Write =>
  create({
    ...keys.session(record.id),
    ...sessionIndex(record.user_id, record.id),
    ...record,
    ttl: record.expires,
  });

/**
 * Replaces a session's refresh token, and sets the session's proof if `next` has one. Refused where the token is no
 * longer the current one, or the session is revoked.
 */
export const rotateSession = (
  session: SessionRecord,
  next: Pick<
    SessionRecord,
    | 'current_hash'
    | 'successor'
    | 'rotated_at'
    | 'last_used_at'
    | 'source_ip'
    | 'source_instance'
    | 'user_agent'
    | 'proof_hash'
  >,
): Write =>
  update(keys.session(session.id), { set: { ...next, previous_hash: session.current_hash } }, [
    ['current_hash', '=', session.current_hash],
    ['revoked', '=', false],
  ]);

export const revokeSession = (session: string): Write =>
  update(keys.session(session), { set: { revoked: true } }, [['pk', 'exists']]);

/** Marks the user's address as verified. A user that was waiting for this becomes active. */
export const markVerified = (user: UserRecord, updated_at: string): Write => {
  const status = user.status === 'pending_verification' ? 'active' : user.status;
  return update(keys.user(user.id), { set: { email_verified: true, status, updated_at } }, [
    ['email_verified', '=', false],
    ['status', '=', user.status],
  ]);
};

/**
 * Replaces the password that was read, which ends every session of the user. Refused where the password or the
 * generation has changed since.
 */
export const replacePassword = (user: UserRecord, change: Pick<UserRecord, 'password_hash' | 'updated_at'>): Write =>
  update(keys.user(user.id), { set: change, add: { generation: 1, password_changes: 1 } }, [
    ['password_hash', '=', user.password_hash],
    ['generation', '=', user.generation],
  ]);

/** Moves one session into the new generation, which ends all others. Refused where the session is revoked. */
export const keepSession = (session: string, generation: number): Write =>
  update(keys.session(session), { set: { generation } }, [['revoked', '=', false]]);

/** Revokes a session of the same user and generation. Throws `absent` where it belongs to another user or has ended. */
export const revokeSibling = (
  session: string,
  { user_id, generation }: Pick<SessionRecord, 'user_id' | 'generation'>,
  now: number,
  absent: () => Error,
): Write =>
  update(
    keys.session(session),
    { set: { revoked: true } },
    [
      ['user_id', '=', user_id],
      ['generation', '=', generation],
      ['expires', '>', now],
      ['revoked', '=', false],
    ],
    absent,
  );

/**
 * Sessions of a user by age, including ended ones, starting after `after` (its id). It reads an index, which may be a
 * moment behind.
 */
export async function sessionsByAge(user: string, { after, ...stretch }: Stretch): Promise<Rows<SessionRecord>> {
  const from = after && { ...keys.session(after.id), ...sessionIndex(user, after.id) };
  const page = await query({ pk: sessionIndex(user, '').gsi1pk, index: 'gsi1', ...stretch, after: from });
  return { rows: page.items, isMore: page.last !== undefined };
}

export const renameAccount = (account: string, name: string, updated_at: string): Write =>
  update(keys.account(account), { set: { name, updated_at } }, [['pk', 'exists']]);

export const getUser = (user: string) => get(keys.user(user));
