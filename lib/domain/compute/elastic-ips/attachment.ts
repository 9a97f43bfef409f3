import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { changeElasticIp, type ElasticIpRecord, elasticIpsOf, getElasticIp } from '#lib/store/compute/elastic-ips.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/**
 * Whether the machine may be on a host, which must therefore be configured. A machine that is off gets its
 * configuration when it starts.
 */
export const isOnHost = ({ placed, status, lost }: Pick<InstanceRecord, 'placed' | 'status' | 'lost'>): boolean =>
  placed && status !== 'stopped' && !lost;

/** An address held by an instance: attached, or attaching until the host forwards it. */
export const attachedTo = (
  address: ElasticIpRecord,
  { id, host_id }: Pick<InstanceRecord, 'id' | 'host_id'>,
  status: 'attaching' | 'attached',
  now: Date,
): ElasticIpRecord => ({
  ...address,
  status,
  instance_id: id,
  host_id,
  attached_at: status === 'attached' ? rfc3339(now) : null,
  updated_at: rfc3339(now),
});

/**
 * An address that no instance holds. An address of a lost host stays in error until the host has come back or is
 * removed.
 */
export const detached = (address: ElasticIpRecord, now: Date): ElasticIpRecord => ({
  ...address,
  status: address.status === 'error' ? 'error' : 'available',
  instance_id: null,
  host_id: null,
  attached_at: null,
  updated_at: rfc3339(now),
});

/** Attaches a free address to an instance that is being launched. The machine has the address from its first boot. */
export const attachAtLaunch = (address: ElasticIpRecord, instance: InstanceRecord, now: Date): Write =>
  changeElasticIp(address, attachedTo(address, instance, 'attached', now));

/** Detaches the address of an instance whose machine no longer exists. The account keeps the address (contract 3.1). */
export async function detachAtTermination({ account_id, id, elastic_ip }: InstanceRecord, now: Date): Promise<Write[]> {
  const address = elastic_ip ? await getElasticIp(account_id, elastic_ip.id) : undefined;
  return address?.instance_id === id ? [changeElasticIp(address, detached(address, now))] : [];
}

/**
 * Settles the addresses of an instance, given those that its host now forwards: attaching → attached, detaching →
 * available.
 */
export async function settleElasticIps(account: string, instance: string, forwarded: readonly string[]): Promise<void> {
  for (const { id } of await elasticIpsOf(account, instance)) await settleOne(account, id, instance, forwarded);
}

function settleOne(account: string, id: string, instance: string, forwarded: readonly string[]): Promise<void> {
  return retryOnConflict(async () => {
    const address = await getElasticIp(account, id);
    const next = address?.instance_id === instance ? settledAddress(address, forwarded) : undefined;
    if (address && next) await transact([changeElasticIp(address, next)]);
  });
}

/**
 * The settled address; undefined where the host has not yet applied the newest configuration. It then reports again.
 */
function settledAddress(address: ElasticIpRecord, forwarded: readonly string[]): ElasticIpRecord | undefined {
  const isForwarded = forwarded.includes(address.address);
  const { status, instance_id: id, host_id } = address;
  if (status === 'attaching' && isForwarded && id && host_id) {
    return attachedTo(address, { id, host_id }, 'attached', civilNow());
  }
  return status === 'detaching' && !isForwarded ? detached(address, civilNow()) : undefined;
}
