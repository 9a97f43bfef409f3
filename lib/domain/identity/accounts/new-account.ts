import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newAccountId, newId } from '#lib/model/platform/ids.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';

/** The default VPC's block; accounts never meet, so it is the same in all. */
const defaultCidr = '10.20.0.0/20';

interface NewAccount {
  account: AccountRecord;
  user: UserRecord;
  vpc: VpcRecord;
}

/** The records of a sign-up, under new ids; the address is still to be verified. */
export function newAccount(
  now: Date,
  owner: { email: string; name?: string | undefined },
  password_hash: string,
): NewAccount {
  const account_id = newAccountId();
  const at = rfc3339(now);
  const stamps = { account_id, created_at: at, updated_at: at };
  const vpc: VpcRecord = {
    id: newId('vpc', now),
    ...stamps,
    name: 'default',
    cidr: defaultCidr,
    is_default: true,
    description: null,
    instance_count: 0,
    version: 1,
  };
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
    default_vpc_id: vpc.id,
    status: 'active',
  };
  return { account, user, vpc };
}
