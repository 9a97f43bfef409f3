import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

/** A public address, and the pool (a CIDR block that hosts offer) to which it belongs. */
export interface PublicAddress {
  pool: string;
  address: string;
}

interface Claim {
  address: string;
  /** When it is free again: real clock, epoch milliseconds; absent while a resource holds it. */
  free_at?: number;
}

/**
 * Claims an address for a resource of an account. `now` is in real epoch milliseconds. Stale where it is held, or was
 * released too recently.
 */
export const claimAddress = (
  { pool, address }: PublicAddress,
  owner: { account_id: string; resource_id: string },
  now: number,
): Write =>
  put({ ...keys.publicAddress(pool, address), address, ...owner }, [
    { any: [[['pk', 'absent']], [['free_at', '<=', now]]] },
  ]);

/** Releases an address that this resource holds. It cannot be claimed before `freeAt`, in real epoch milliseconds. */
export const releaseAddress = ({ pool, address }: PublicAddress, resource: string, freeAt: number): Write =>
  put({ ...keys.publicAddress(pool, address), address, free_at: freeAt }, [['resource_id', '=', resource]]);

/** The addresses of a pool that cannot be claimed now. */
export async function heldAddresses(pool: string, now: number): Promise<Set<string>> {
  const claims = await queryAll<Claim>({ pk: keys.publicAddress(pool, '').pk });
  return new Set(claims.filter(({ free_at = Infinity }) => free_at > now).map(({ address }) => address));
}
