import type { HostEntry, HostImage } from '#lib/store/compute/hosts.ts';

/** A live host's entry in the directory. */
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
  ...given,
});

/** An image as a host offers it, bootable unless there is a reason why not. */
export const hostImage = (id: string, reason: string | null = null): HostImage => {
  const [distribution = '', version = ''] = id.split('-');
  return { id, name: id, distribution, version, default_user: distribution, available: reason === null, reason };
};
