import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { changeElasticIp, type ElasticIpRecord, freeElasticIp } from '#lib/store/compute/elastic-ips.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

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
