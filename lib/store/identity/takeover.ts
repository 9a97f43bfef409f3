import { keys } from '#lib/store/keys.ts';
import { remove, require, update, type Write } from '#lib/store/platform/write.ts';
import type { UserRecord } from './accounts.ts';

/**
 * Stores the first password that the owner of an address sets. It verifies the address, ends the user's sessions and
 * one-time codes, and begins a new generation of the account. Earlier records with an `account_generation` are then
 * invalid. Refused where the user has changed since it was read.
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

/**
 * Condition: the account is in this generation. It is for credentials that are passed to a system that does not check
 * the generation.
 */
export const requireGeneration = (account: string, generation: number, refuse: () => Error): Write =>
  require(keys.account(account), [
    generation === 0 ? ['generation', 'absent'] : ['generation', '=', generation],
  ], refuse);

/** Condition: the user's address is verified. */
export const requireVerified = (user: string, refuse: () => Error): Write =>
  require(keys.user(user), [['email_verified', '=', true]], refuse);
