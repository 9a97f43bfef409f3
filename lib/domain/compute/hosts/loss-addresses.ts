import { remetered, unmetered } from '#lib/domain/billing/metering/marks.ts';
import { detached } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hostsOfPool } from '#lib/store/compute/directory.ts';
import { changeElasticIp, type ElasticIpRecord, getElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { usersOf } from '#lib/store/compute/public-addresses.ts';
import type { RemovedHost as Pooled } from '#lib/store/compute/removed-hosts.ts';
import { transact } from '#lib/store/platform/write.ts';

const reason = 'host lost';

/**
 * Completes the detachment of elastic IPs from a lost host, which forwards nothing any more. Their instance may no
 * longer exist, as after a launch that the loss ended.
 */
export const releaseDetaching = ({ host_id, address_pool }: Pooled): Promise<void> =>
  eachOf(address_pool, async (record) => {
    if (record.status !== 'detaching' || record.host_id !== host_id) return;
    await transact([changeElasticIp(record, detached(record, civilNow()))]);
  });

/** Sets the elastic IPs of a pool that only the lost host has in error, since no host forwards them. */
export const loseOwnAddresses = async (offer: Pooled, seen: string): Promise<void> =>
  eachOf(await ownPool(offer), async (record) => {
    if (record.status === 'error') return;
    const now = civilNow();
    const next: ElasticIpRecord = { ...record, status: 'error', status_reason: reason, updated_at: rfc3339(now) };
    await transact([changeElasticIp(record, next), unmetered('elastic_ips', record, seen)]);
  });

/**
 * Sets the addresses of a host that has come back or is removed: attached where their instance still has them,
 * otherwise available. Another host may have got the pool meanwhile, so that it is no longer this one's alone.
 */
export const returnOwnAddresses = ({ address_pool }: Pick<Pooled, 'address_pool'>): Promise<void> =>
  eachOf(address_pool, async (record) => {
    if (record.status !== 'error') return;
    const { account_id, id, instance_id } = record;
    const instance = instance_id === null ? undefined : await getInstance(account_id, instance_id);
    const isHeld = instance?.elastic_ip?.id === id;
    const free = isHeld ? {} : { instance_id: null, host_id: null, attached_at: null };
    const updated_at = rfc3339(civilNow());
    const status = isHeld ? 'attached' : 'available';
    const next: ElasticIpRecord = { ...record, ...free, status, status_reason: null, updated_at };
    await transact([changeElasticIp(record, next), remetered('elastic_ips', record, next, updated_at)]);
  });

/** A host's pool of addresses, if no other host has it. */
export async function ownPool({ host_id, address_pool }: Pooled): Promise<string | null> {
  if (address_pool === null) return null;
  const isShared = (await hostsOfPool(address_pool)).some((other) => other !== host_id);
  return isShared ? null : address_pool;
}

/** Calls `work` for the elastic IPs of a pool. */
async function eachOf(pool: string | null, work: (record: ElasticIpRecord) => Promise<void>): Promise<void> {
  if (pool === null) return;
  for (const { account_id, resource_id } of await usersOf(pool)) {
    await retryOnConflict(async () => {
      const record = await getElasticIp(account_id, resource_id);
      if (record) await work(record);
    });
  }
}
