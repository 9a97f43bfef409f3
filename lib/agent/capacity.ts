import { setting } from '#lib/model/platform/settings.ts';
import { type DriverKind, drivers } from '#lib/runtime/registry.ts';

interface Capacity {
  readonly vcpus: number;
  readonly ram_mib: number;
}

/** What a laptop advertises, whatever its real size: machines there are idle most of the time. */
const usual: Capacity = { vcpus: 64, ram_mib: 128 * 1024 };

/** Room for as many machines as a host has SSH ports, of the largest type. */
const unlimited: Capacity = { vcpus: 100_000, ram_mib: 200_000_000 };

/** What this host offers. Without limits, one in which nothing runs has room for everything. */
export function capacityOf(kind: string): Capacity {
  const isRecord = drivers[kind as DriverKind].runs === 'agent';
  return isRecord && setting('SVC_LIMITS') === 'off' ? unlimited : usual;
}
