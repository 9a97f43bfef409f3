import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';
import type { claim } from './public-addresses.entity.ts';

/** A public address, and the pool (a CIDR block that hosts offer) to which it belongs. */
export interface PublicAddress {
  pool: string;
  address: string;
}

/** Why an address is not free: a resource has it, operators withhold it, or it was released recently. */
export type Claim = Stored<typeof claim>;

/**
 * Claims an address for a resource of an account. `now` is by the real clock, in epoch milliseconds. Stale where it is
 * held, or was released too recently.
 */
export const claimAddress = (
  { pool, address }: PublicAddress,
  owner: { account_id: string; resource_id: string },
  now: number,
): Write =>
  put({ ...keys.publicAddress(pool, address), address, ...owner }, [
    { any: [[['pk', 'absent']], [['free_at', '<=', now]]] },
  ]);

/**
 * Releases an address that this resource holds. It cannot be claimed before `freeAt` (real clock, epoch milliseconds).
 */
export const releaseAddress = ({ pool, address }: PublicAddress, resource: string, freeAt: number): Write =>
  put({ ...keys.publicAddress(pool, address), address, free_at: freeAt }, [['resource_id', '=', resource]]);

/** The addresses of a pool that cannot be claimed now. */
export async function heldAddresses(pool: string, now: number): Promise<Set<string>> {
  const claims = await claimsOf(pool);
  return new Set(claims.filter(({ free_at = Infinity }) => free_at > now).map(({ address }) => address));
}

/** Every claim on addresses of a pool. */
export const claimsOf = (pool: string) => {
  const { pk, sk } = keys.publicAddress(pool, '');
  return queryAll({ pk, begins: sk });
};

/** Withholds an address from all resources. Stale where a resource has it. */
export const withholdAddress = ({ pool, address }: PublicAddress): Write =>
  put({ ...keys.publicAddress(pool, address), address, withheld: true }, [['resource_id', 'absent']]);

/** Stops withholding an address. Stale where it is not withheld. */
export const giveAddress = ({ pool, address }: PublicAddress): Write =>
  remove(keys.publicAddress(pool, address), [['withheld', '=', true]]);

/** The owners of the addresses of a pool that are in use. */
export const usersOf = async (pool: string): Promise<{ account_id: string; resource_id: string }[]> =>
  (await claimsOf(pool)).flatMap(({ account_id, resource_id }) =>
    account_id !== undefined && resource_id !== undefined ? [{ account_id, resource_id }] : [],
  );
