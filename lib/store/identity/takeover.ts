import { keys } from '#lib/store/keys.ts';
import { remove, require, update, type Write } from '#lib/store/platform/write.ts';
import type { UserRecord } from './accounts.ts';

/**
 * Stores the first password that the owner of an address sets, in place of the one that was read: the address is verified
 * by that, the user's sessions and one-time codes end, and the account begins a new generation, in which nothing of
 * `Made` that was made before counts.
 */
export const takeOver = (user: UserRecord, change: Pick<UserRecord, 'password_hash' | 'updated_at'>): Write[] => [
  update(
    keys.user(user.id),
    {
      set: { ...change, email_verified: true, mfa_enabled: false, status: 'active' },
      add: { generation: 1, password_changes: 1 },
    },
    [
      ['password_hash', '=', user.password_hash],
      ['generation', '=', user.generation],
      ['email_verified', '=', false],
      ['status', '=', user.status],
    ],
  ),
  remove(keys.mfa(user.id)),
  update(keys.account(user.account_id), { add: { generation: 1 } }, [['pk', 'exists']]),
];

/** Holds only as long as an account is in this generation, for what is handed on to where nobody looks at it again. */
export const requireGeneration = (account: string, generation: number, refuse: () => Error): Write =>
  require(keys.account(account), [
    generation === 0 ? ['generation', 'absent'] : ['generation', '=', generation],
  ], refuse);

/** Holds only where a user has verified their address. */
export const requireVerified = (user: string, refuse: () => Error): Write =>
  require(keys.user(user), [['email_verified', '=', true]], refuse);
