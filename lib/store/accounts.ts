import { keys, sessionIndex } from './keys.ts';
import { batchGet, get } from './read.ts';
import { create, put, update, type Write } from './write.ts';

export interface AccountRecord {
  account_id: string;
  name: string;
  owner_id: string;
  default_vpc_id: string;
  status: 'active' | 'suspended' | 'blocked';
  created_at: string;
  updated_at: string;
}

export interface UserRecord {
  id: string;
  account_id: string;
  email: string;
  email_verified: boolean;
  name: string | null;
  password_hash: string;
  mfa_enabled: boolean;
  status: 'pending_verification' | 'active' | 'blocked';
  /** Tokens issued before this moment no longer count (epoch seconds). */
  not_before: number;
  created_at: string;
  updated_at: string;
}

/** A refresh family: one login on one device. */
export interface SessionRecord {
  id: string;
  user_id: string;
  account_id: string;
  amr: string[];
  /** SHA-256 of the refresh token that is valid now. */
  current_hash: string;
  /** The one before, and its successor sealed under it, answered again for a short grace. */
  previous_hash: string | null;
  rotated_at: number;
  successor: string | null;
  source_ip: string;
  user_agent: string;
  revoked: boolean;
  created_at: string;
  last_used_at: string;
  /** Epoch seconds, absolute. */
  expires: number;
}

export interface Identity {
  user: UserRecord | undefined;
  session: SessionRecord | undefined;
  account: AccountRecord | undefined;
  iam_version: number;
}

/** Everything that authentication of a root user reads, in one call. */
export async function readIdentity(user: string, session: string, account: string): Promise<Identity> {
  const [u, s, a, v] = await batchGet([
    keys.user(user),
    keys.session(session),
    keys.account(account),
    keys.iamVersion(account),
  ]);
  return {
    user: u as UserRecord | undefined,
    session: s as SessionRecord | undefined,
    account: a as AccountRecord | undefined,
    iam_version: v?.version ?? 0,
  };
}

/** The user who owns an e-mail address, or undefined. */
export async function userByEmail(email: string): Promise<UserRecord | undefined> {
  const pointer = await get<{ user_id: string }>(keys.email(email));
  return pointer && get<UserRecord>(keys.user(pointer.user_id));
}

export const getUser = (user: string) => get<UserRecord>(keys.user(user));
export const getSession = (session: string) => get<SessionRecord>(keys.session(session));
export const getAccount = (account: string) => get<AccountRecord>(keys.account(account));

export const createAccount = (record: AccountRecord): Write[] => [
  create({ ...keys.account(record.account_id), ...record }),
  create({ ...keys.iamVersion(record.account_id), version: 1 }),
];

export const createUser = (record: UserRecord): Write => create({ ...keys.user(record.id), ...record });

/** Claims an e-mail address; `taken` is thrown where somebody has it. */
export const claimEmail = (email: string, user: string, taken: () => Error): Write =>
  create({ ...keys.email(email), user_id: user }, taken);

export const putSession = (record: SessionRecord): Write =>
  put({ ...keys.session(record.id), ...sessionIndex(record.user_id, record.id), ...record, ttl: record.expires });

/** Moves a session from one refresh token to the next, if the first is still the current one. */
export function rotateSession(
  session: SessionRecord,
  next: Pick<SessionRecord, 'current_hash' | 'successor' | 'rotated_at' | 'last_used_at'>,
  lost: () => Error,
): Write {
  return update(
    keys.session(session.id),
    { set: { ...next, previous_hash: session.current_hash } },
    [
      ['current_hash', '=', session.current_hash],
      ['revoked', '=', false],
    ],
    lost,
  );
}

export const revokeSession = (session: string): Write =>
  update(keys.session(session), { set: { revoked: true } }, [['pk', 'exists']]);
