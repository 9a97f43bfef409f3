import { isNear } from '#lib/model/platform/near-addresses.ts';
import type { Environment } from '#lib/model/platform/setting.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { DriverError } from '#lib/runtime/driver.ts';

/** Where a host's machines are reached. */
export interface Place {
  /** The shared address of its machines' SSH ports. */
  readonly publicIp: string;
  /** The block of its elastic IPs and load balancers. */
  readonly addressPool: string | null;
  /** Whether no machine may have a port, though nobody listens on it. */
  isReserved(port: number): boolean;
}

/** Whether this agent is a laptop's, which its platform has started. */
export const isOnLaptop = (): boolean => setting('SVC_MODE') === 'local';

/** Where this host is, by its settings. UNSUPPORTED, outside a laptop, for what only a laptop may be. */
export function placeOfHost(): Place {
  if (!isOnLaptop()) return joinedPlace();
  const baseUrl = setting('SVC_BASE_URL') ?? 'http://localhost:3000';
  return { publicIp: publicAddress(baseUrl), addressPool: addressPool(baseUrl), isReserved: () => false };
}

/**
 * Where a host outside a laptop is. UNSUPPORTED for an address that nobody else reaches, the id of a laptop's host, and
 * machines without walls.
 */
export function joinedPlace(env?: Environment): Place {
  const publicIp = setting('SVC_PUBLIC_IP', env);
  if (!publicIp) throw refusal('SVC_PUBLIC_IP must say at which address machines are reached');
  const pool = setting('SVC_ADDRESS_POOL', env) ?? null;
  refuseNearness(publicIp, pool);
  if (setting('SVC_HOST', env) === 'local') throw refusal("SVC_HOST: local is the id of a laptop's own host");
  if (setting('SVC_COMPUTE', env) === 'process')
    throw refusal('the driver process does not isolate machines from each other; it is for laptops');
  const ranges = setting('SVC_RESERVED_PORTS', env);
  const isReserved = (port: number) => ranges.some(({ from, to }) => from <= port && port <= to);
  return { publicIp, addressPool: pool, isReserved };
}

const refusal = (why: string) => new DriverError('UNSUPPORTED', why);

function refuseNearness(publicIp: string, pool: string | null): void {
  if (isNear(publicIp)) throw refusal(`${publicIp} is no address at which others reach this host`);
  if (pool !== null && isNear(pool)) throw refusal(`${pool} is no block of addresses at which others reach this host`);
}

/**
 * The shared address of a laptop's host. It is derived from the platform's port, so that two platforms on one laptop
 * have separate SSH ports. The default port gives the default address.
 */
function publicAddress(baseUrl: string): string {
  const port = Number(new URL(baseUrl).port);
  const number = setting('SVC_HOST_NUMBER');
  if (number > 1) return `127.${number}.${port >> 8}.${port & 255}`;
  return port === 3000 || process.platform !== 'linux' ? '127.0.0.1' : `127.1.${port >> 8}.${port & 255}`;
}

/**
 * The block of public addresses that a laptop's host can assign: 254 of them, derived from the platform's port, so that
 * platforms on one laptop share none; a further host of a platform has a block below 127.0. Null for a port below 1024,
 * and outside Linux: only Linux answers on all of 127/8.
 */
function addressPool(baseUrl: string): string | null {
  const port = Number(new URL(baseUrl).port);
  const number = setting('SVC_HOST_NUMBER');
  if (number > 1 && process.platform === 'linux') return `127.0.${4 + ((port + 83 * number) % 250)}.0/24`;
  return port < 1024 || process.platform !== 'linux' ? null : `127.${port >> 8}.${port & 255}.0/24`;
}
