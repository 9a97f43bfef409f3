import { realNow } from '#lib/drivers/clocks/real.ts';
import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { parseBlock } from '#lib/model/platform/ipv4.ts';
import type { Offer } from '#lib/store/compute/directory.ts';
import {
  claimAddress,
  heldAddresses,
  type PublicAddress,
  releaseAddress,
} from '#lib/store/compute/public-addresses.ts';
import type { Write } from '#lib/store/platform/write.ts';

export type { PublicAddress };

/**
 * Milliseconds of the real clock for which a released address is not assigned again, so that clients with the old
 * address do not reach its next owner.
 */
const releaseQuarantine = 60_000;

type Offering = Pick<Offer, 'address_pool' | 'reserved_addresses'>;

/**
 * A random public address from the pools of these hosts. The first attempt does not read which addresses are taken,
 * since the claim detects a collision; later attempts do. 409 capacity_exhausted where none is left.
 */
export async function choosePublicAddress(hosts: readonly Offering[], attempt: number): Promise<PublicAddress> {
  const reserved = new Set(hosts.flatMap(({ reserved_addresses }) => reserved_addresses));
  for (const pool of poolsOf(hosts)) {
    const held = attempt > 1 ? await heldAddresses(pool, realNow().getTime()) : new Set<string>();
    const free = addressesOf(pool).filter((address) => !held.has(address) && !reserved.has(address));
    if (free.length > 0) return { pool, address: free[Math.floor(Math.random() * free.length)] as string };
  }
  throw new ApiError('capacity_exhausted', 'no addresses left in the pool', { retryAfter: 60 });
}

/**
 * Claims an address for a resource. Stale, so that the verb chooses another, where it is taken or was just released.
 */
export const claimPublicAddress = (place: PublicAddress, owner: { account_id: string; resource_id: string }): Write =>
  claimAddress(place, owner, realNow().getTime());

/** Returns a resource's address to its pool, which assigns it again after a minute at the earliest. */
export const freePublicAddress = (place: PublicAddress, resource: string): Write =>
  releaseAddress(place, resource, realNow().getTime() + releaseQuarantine);

const poolsOf = (hosts: readonly Offering[]): string[] => [
  ...new Set(hosts.flatMap(({ address_pool }) => address_pool ?? [])),
];

/** Every address of a block except the first and the last. */
export function addressesOf(pool: string): string[] {
  const { base, size } = parseBlock(pool);
  return Array.from({ length: size - 2 }, (_, i) => writeIpv4(base + 1 + i));
}
