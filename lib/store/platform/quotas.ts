import { ApiError } from '#lib/model/platform/errors.ts';
import type { Quota } from '#lib/model/platform/quota.ts';
import { settingOf } from '#lib/model/platform/settings.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from './expressions.ts';
import { query } from './read.ts';
import { update, type Write } from './write.ts';

/** The default limits of an account, by the names of GET /compute/quotas (contract 1.9). */
export const defaultLimits = {
  instances: 20,
  vcpus: 40,
  asgs: 5,
  elastic_ips: 5,
  vpcs: 5,
  volumes: 20,
  volume_gib: 2048,
  snapshots: 50,
  load_balancers: 5,
  ssh_keys: 50,
  iam_users: 50,
  groups: 20,
  custom_policies: 50,
  buckets: 20,
  pending_invites: 20,
  members: 20,
  webhooks: 10,
} as const;
export type QuotaName = keyof typeof defaultLimits;

interface QuotaRecord {
  used: number;
}

/** Takes an amount of a quota; 403 quota_exceeded where it would exceed the limit. */
export function takeQuota(account: string, name: QuotaName, amount = 1): Write {
  const room = limitOf(name) - amount;
  const unused: Clause[][] = room >= 0 ? [[['used', 'absent']]] : [];
  return update(
    keys.quota(account, name),
    { add: { used: amount } },
    [{ any: [...unused, [['used', '<=', room]]] }],
    (old) => exceeded(name, old?.used ?? 0, amount),
  );
}

/** Returns an amount of a quota. */
export function returnQuota(account: string, name: QuotaName, amount = 1): Write {
  return update(keys.quota(account, name), { add: { used: -amount } });
}

function exceeded(name: QuotaName, used: number, amount: number): ApiError {
  const wanted = amount > 1 ? `; ${amount} more wanted` : '';
  return new ApiError('quota_exceeded', `${used} of ${limitOf(name)} ${name} used${wanted} (see GET /compute/quotas)`);
}

/** The limit in force: the operator's limit for this deployment (SVC_QUOTA_<NAME>), or the default. */
function limitOf(name: QuotaName): number {
  return settingOf('SVC_QUOTA_<NAME>', name) ?? defaultLimits[name];
}

/** Every quota of an account with its use, in the order of the contract. */
export async function readQuotas(account: string): Promise<Quota[]> {
  const { items } = await query<QuotaRecord & { sk: string }>({ pk: keys.quota(account, '').pk });
  const used = new Map(items.map((item) => [item.sk, item.used]));
  return (Object.keys(defaultLimits) as QuotaName[]).map((name) => ({
    name,
    limit: limitOf(name),
    used: used.get(name) ?? 0,
  }));
}
