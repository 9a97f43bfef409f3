import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';

interface NewAccount {
  account: AccountRecord;
  user: UserRecord;
}

/** The records of a sign-up, under new ids; the address is still to be verified. */
export function newAccount(
  now: Date,
  {
    account_id,
    default_vpc_id,
    password_hash,
    ...owner
  }: {
    account_id: string;
    default_vpc_id: string;
    password_hash: string;
    email: string;
    name?: string | undefined;
  },
): NewAccount {
  const at = rfc3339(now);
  const stamps = { account_id, created_at: at, updated_at: at };
  const user: UserRecord = {
    id: newId('user', now),
    ...stamps,
    email: owner.email,
    email_verified: false,
    name: owner.name ?? null,
    password_hash,
    mfa_enabled: false,
    status: 'pending_verification',
    generation: 1,
  };
  const account: AccountRecord = {
    ...stamps,
    name: owner.name ?? owner.email,
    owner_id: user.id,
    default_vpc_id,
    status: 'active',
  };
  return { account, user };
}
