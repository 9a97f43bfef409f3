import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import {
  changeElasticIp,
  type ElasticIpRecord,
  elasticIpsOf,
  freeElasticIp,
  getElasticIp,
} from '#lib/store/compute/elastic-ips.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** Whether a host may have the machine, so that it has to be told; one that is off gets everything with its start. */
export const isOnHost = ({ placed, status }: Pick<InstanceRecord, 'placed' | 'status'>): boolean =>
  placed && status !== 'stopped';

/** An address as an instance's: attached, or attaching while the host has yet to obey. */
export const heldBy = (
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

/** An address that no instance has. */
export const free = (address: ElasticIpRecord, now: Date): ElasticIpRecord => ({
  ...address,
  status: 'available',
  instance_id: null,
  host_id: null,
  attached_at: null,
  updated_at: rfc3339(now),
});

/** Gives a free address to an instance that is being launched: its machine has it from the first boot. */
export const giveAtLaunch = (address: ElasticIpRecord, instance: InstanceRecord, now: Date): Write =>
  changeElasticIp(address, heldBy(address, instance, 'attached', now));

/** Sets the address of an instance free whose machine is gone; the address stays the account's (contract 3.1). */
export const giveBack = ({ account_id, id, elastic_ip }: InstanceRecord, now: Date): Write[] =>
  elastic_ip ? [freeElasticIp(account_id, elastic_ip.id, id, rfc3339(now))] : [];

/** Settles the addresses of an instance whose host forwards exactly these now: attaching → attached, detaching → available. */
export async function settleElasticIps(account: string, instance: string, forwarded: readonly string[]): Promise<void> {
  for (const { id } of await elasticIpsOf(account, instance)) await settleOne(account, id, instance, forwarded);
}

function settleOne(account: string, id: string, instance: string, forwarded: readonly string[]): Promise<void> {
  return retryOnConflict(async () => {
    const address = await getElasticIp(account, id);
    const next = address?.instance_id === instance ? obeyed(address, forwarded) : undefined;
    if (address && next) await transact([changeElasticIp(address, next)]);
  });
}

/** What becomes of an address; undefined where the host was told before it changed, and will be told again. */
function obeyed(address: ElasticIpRecord, forwarded: readonly string[]): ElasticIpRecord | undefined {
  const isForwarded = forwarded.includes(address.address);
  const { status, instance_id: id, host_id } = address;
  if (status === 'attaching' && isForwarded && id && host_id) {
    return heldBy(address, { id, host_id }, 'attached', civilNow());
  }
  return status === 'detaching' && !isForwarded ? free(address, civilNow()) : undefined;
}
