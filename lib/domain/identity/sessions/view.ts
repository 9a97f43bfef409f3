import type { User } from '#lib/model/identity/user.ts';
import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';

/** A root user as replies show it; an account that is suspended shows in its owner's status. */
export function toUser(user: UserRecord, account: AccountRecord): User {
  return {
    id: user.id,
    account_id: user.account_id,
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
    email_verified: user.email_verified,
    name: user.name,
    mfa_enabled: user.mfa_enabled,
    status: statusOf(user, account),
  };
}

/** The gravest of what the user and the account are in. */
export function statusOf(user: UserRecord, account: AccountRecord): User['status'] {
  return account.status === 'active' ? user.status : account.status;
}
