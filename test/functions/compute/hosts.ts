import { listHosts, makeCatalog } from '#lib/domain/compute/hosts/catalog.ts';
import { classOf, placeOf } from '#lib/model/compute/host-places.ts';
import { type HostEntry, type HostImage, storeBeat, storeOffer } from '#lib/store/compute/directory.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { keys } from '#lib/store/keys.ts';
import { plantUnfit } from '#test/support/table/planted.ts';

/** A live host as placement sees it. */
export const hostEntry = (given: Partial<HostEntry> = {}): HostEntry => ({
  host_id: 'host-1',
  seen_at: Date.now(),
  driver: 'container',
  capabilities: ['ssh', 'isolation'],
  images: [],
  public_ip: '127.0.0.1',
  free_ram_mib: 4096,
  free_vcpus: 4,
  reserved_ports: [],
  address_pool: null,
  reserved_addresses: [],
  network_scope: 'host-1',
  disk_scope: 'host-1',
  snapshot_scope: 'host-1',
  ...given,
});

/** Puts a host into the directory and the catalog, with its last heartbeat. */
export async function announceHost({ seen_at, run, free_ram_mib, free_vcpus: _, ...offer }: HostEntry): Promise<void> {
  // The host itself has not started: its record is only what the offer notes there.
  if (!(await getHost(offer.host_id))) plantUnfit(keys.host(offer.host_id));
  await storeOffer(offer, { ...placeOf(offer.host_id), class: classOf(free_ram_mib) }, 'hash');
  await storeBeat({ host_id: offer.host_id, seen_at, run });
  await makeCatalog(await listHosts());
}

/** An image as a host offers it, bootable unless there is a reason why not. */
export const hostImage = (id: string, reason: string | null = null): HostImage => {
  const [distribution = '', version = ''] = id.split('-');
  return { id, name: id, distribution, version, default_user: distribution, available: reason === null, reason };
};
