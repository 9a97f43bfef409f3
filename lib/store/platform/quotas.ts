import { ApiError } from '#lib/model/platform/errors.ts';
import { defaultLimits, type Quota, type QuotaName } from '#lib/model/platform/quota.ts';
import { settingOf } from '#lib/model/platform/settings.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from './expressions.ts';
import type { quotaRecord } from './quotas.entity.ts';
import { batchGet, query } from './read.ts';
import { require, update, type Write } from './write.ts';

type QuotaRecord = Stored<typeof quotaRecord>;

/** Takes an amount of a quota; 403 quota_exceeded where it would exceed the limit. */
export const takeQuota = (account: string, name: QuotaName, amount = 1): Write =>
  update(keys.quota(account, name), { add: { used: amount, left: -amount } }, [hasRoom(name, amount)], (old) =>
    exceeded(name, old, amount),
  );

/** Takes nothing; 403 quota_exceeded where taking the amount would exceed the limit. */
export const checkQuota = (account: string, name: QuotaName, amount: number): Write =>
  require(keys.quota(account, name), [hasRoom(name, amount)], (old) => exceeded(name, old, amount));

function hasRoom(name: QuotaName, amount: number): Clause<QuotaRecord> {
  const room = usualLimit(name) - amount;
  const usual: Clause<QuotaRecord> = ['limit', 'absent'];
  const unused: Clause<QuotaRecord>[][] = room >= 0 ? [[usual, ['used', 'absent']]] : [];
  const own: Clause<QuotaRecord>[] = [
    ['limit', 'exists'],
    ['left', '>=', amount],
  ];
  return { any: [...unused, [usual, ['used', '<=', room]], own] };
}

/** Returns an amount of a quota. */
export function returnQuota(account: string, name: QuotaName, amount = 1): Write {
  return update(keys.quota(account, name), { add: { used: -amount, left: amount } });
}

const isQuotaName = (name: string): name is QuotaName => Object.hasOwn(defaultLimits, name);

/** Limits by quota name; null for the usual limit. */
export type OwnLimits = Readonly<Partial<Record<QuotaName, number | null | undefined>>>;

/** Sets an account's own limits, whatever is in use. Stale where a quota is used meanwhile. */
export async function setQuotaLimits(account: string, limits: OwnLimits): Promise<Write[]> {
  const names = Object.keys(limits).filter(isQuotaName);
  const records = await batchGet(names.map((name) => keys.quota(account, name)));
  return names.map((name, at) => {
    const used = records[at]?.used;
    const limit = limits[name] ?? null;
    const change =
      limit === null ? ({ remove: ['limit', 'left'] } as const) : { set: { limit, left: limit - (used ?? 0) } };
    return update(keys.quota(account, name), change, [used === undefined ? ['used', 'absent'] : ['used', '=', used]]);
  });
}

function exceeded(name: QuotaName, old: QuotaRecord | undefined, amount: number): ApiError {
  const { used = 0, limit = usualLimit(name) } = old ?? {};
  const wanted = amount > 1 ? `; ${amount} more wanted` : '';
  return new ApiError('quota_exceeded', `${used} of ${limit} ${name} used${wanted} (see GET /compute/quotas)`);
}

/** The limit in force: the operator's limit for this deployment (SVC_QUOTA_<NAME>), or the default. */
export function usualLimit(name: QuotaName): number {
  return settingOf('SVC_QUOTA_<NAME>', name) ?? defaultLimits[name];
}

/** Every quota of an account with its use, in the contract's order. */
export async function readQuotas(account: string): Promise<Quota[]> {
  const { items } = await query({ pk: keys.quota(account, '').pk });
  const known = new Map(items.map((item) => [item.sk, item]));
  return Object.keys(defaultLimits)
    .filter(isQuotaName)
    .map((name) => ({
      name,
      limit: known.get(name)?.limit ?? usualLimit(name),
      used: known.get(name)?.used ?? 0,
    }));
}
