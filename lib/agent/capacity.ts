import type { HostCapacity } from '#lib/model/platform/host-setting-forms.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type DriverKind, drivers } from '#lib/runtime/registry.ts';
import { detectedCapacity } from './detected.ts';
import { isOnLaptop } from './place.ts';

/** What a laptop advertises, whatever its real size: machines there are idle most of the time. */
const usual: HostCapacity = { vcpus: 64, ram_mib: 128 * 1024 };

/** Room for as many machines as a host has SSH ports, of the largest type. */
const unlimited: HostCapacity = { vcpus: 100_000, ram_mib: 200_000_000 };

/**
 * What this host offers: what its settings say or what it has, and on a laptop more than that. There, without limits,
 * a host in which nothing runs has room for everything.
 */
export function capacityOf(kind: string): HostCapacity {
  if (!isOnLaptop()) return setting('SVC_CAPACITY') ?? detectedCapacity();
  const isRecord = drivers[kind as DriverKind].runs === 'agent';
  return isRecord && setting('SVC_LIMITS') === 'off' ? unlimited : usual;
}
