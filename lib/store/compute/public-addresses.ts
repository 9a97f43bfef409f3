import { keys } from '#lib/store/keys.ts';
import { few } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

/** An address that the world reaches, and the pool (a CIDR block that hosts offer) that it is from. */
export interface PublicAddress {
  pool: string;
  address: string;
}

interface Claim {
  address: string;
  /** Real clock, epoch milliseconds: given back, and free from then on; absent while somebody has it. */
  free_at?: number;
}

/** Takes an address for a resource of an account, now being real epoch milliseconds; stale where it is taken or rests. */
export const claimAddress = (
  { pool, address }: PublicAddress,
  owner: { account_id: string; resource_id: string },
  now: number,
): Write =>
  put({ ...keys.publicAddress(pool, address), address, ...owner }, [
    { any: [[['pk', 'absent']], [['free_at', '<=', now]]] },
  ]);

/** Gives back an address that this resource has; nobody gets it before `freeAt`, in real epoch milliseconds. */
export const releaseAddress = ({ pool, address }: PublicAddress, resource: string, freeAt: number): Write =>
  put({ ...keys.publicAddress(pool, address), address, free_at: freeAt }, [['resource_id', '=', resource]]);

/** The addresses of a pool that cannot be had now. */
export async function heldAddresses(pool: string, now: number): Promise<Set<string>> {
  const claims = await few<Claim>({ pk: keys.publicAddress(pool, '').pk });
  return new Set(claims.filter(({ free_at = Infinity }) => free_at > now).map(({ address }) => address));
}
