import { ApiError } from '#lib/model/platform/errors.ts';
import { defaultLimits, type Quota, type QuotaName } from '#lib/model/platform/quota.ts';
import { settingOf } from '#lib/model/platform/settings.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from './expressions.ts';
import { query } from './read.ts';
import { update, type Write } from './write.ts';

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
