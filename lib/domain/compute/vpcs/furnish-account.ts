import { openWalletWithCredit } from '#lib/domain/billing/wallets/post.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { claimUnique } from '#lib/store/platform/uniques.ts';
import { Stale, type Write } from '#lib/store/platform/write.ts';

/** The block of every default VPC. VPCs of different accounts are not connected, so it can be the same in all. */
const defaultCidr = '10.20.0.0/20';

/** The initial resources of a new account: its default VPC, and a wallet with the sign-up credit. */
export function furnishAccount(account_id: string, now: Date): { default_vpc_id: string; writes: Write[] } {
  const at = rfc3339(now);
  const vpc: VpcRecord = {
    id: newId('vpc', now),
    account_id,
    created_at: at,
    updated_at: at,
    name: 'default',
    cidr: defaultCidr,
    is_default: true,
    description: null,
    instance_count: 0,
    version: 1,
  };
  const writes = [
    createVpc(vpc),
    claimUnique(account_id, 'vpc', vpc.name, vpc.id, () => new Stale()),
    takeQuota(account_id, 'vpcs'),
    ...openWalletWithCredit(account_id, now),
  ];
  return { default_vpc_id: vpc.id, writes };
}
