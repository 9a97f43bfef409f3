import { addressesOf } from '#lib/domain/compute/public-addresses/pool.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { PoolAddress } from '#lib/model/compute/operated-host.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { withEntries } from '#lib/store/compute/host-list.ts';
import { type Claim, claimsOf, giveAddress, withholdAddress } from '#lib/store/compute/public-addresses.ts';
import { requireHost } from './change.ts';

/* The addresses that a host uses for elastic IPs and load balancers. The host itself reports the block. */

interface Pool {
  pool: string;
  reserved: readonly string[];
}

/** One page of the addresses of a host's pool, and the resources that have them. 409 for a host without a pool. */
export async function listHostAddresses(
  context: Context,
  { id, ...query }: ListQuery & { id: string },
): Promise<{ addresses: PoolAddress[]; next_cursor: string }> {
  const { pool, reserved } = await poolOf(id);
  const claims = new Map((await claimsOf(pool)).map((claim) => [claim.address, claim]));
  const rows = addressesOf(pool).map((address) => toAddress(address, claims.get(address), reserved));
  const page = await pageOf(context, `address#${pool}`, query as ListQuery, rows, {
    place: ownOrder,
    label: 'address',
  });
  return { addresses: page.items, next_cursor: page.next_cursor };
}

/** Makes a withheld address available to customers again. 404 for an address outside the pool. */
export function addHostAddress(
  context: Context,
  { id, address }: { id: string; address: string },
): Promise<PoolAddress> {
  return retryOnConflict(async () => {
    const { pool, reserved, claim } = await addressIn(id, address);
    if (claim?.withheld !== true) return context.commit({ writes: [], reply: toAddress(address, claim, reserved) });
    const reply = toAddress(address, undefined, reserved);
    return context.commit({ writes: [giveAddress({ pool, address })], reply });
  });
}

/** Withholds an address of the pool from customers. 409 in_use where a resource has it. */
export function removeHostAddress(
  context: Context,
  { id, address }: { id: string; address: string },
): Promise<{ address: string; deleted: true }> {
  return retryOnConflict(async () => {
    const { pool, claim } = await addressIn(id, address);
    if (claim?.resource_id !== undefined)
      throw new ApiError('in_use', `${address} is used by ${claim.resource_id} of account ${claim.account_id}`);
    return context.commit({
      writes: claim?.withheld ? [] : [withholdAddress({ pool, address })],
      reply: { address, deleted: true as const },
      rehearsal: { would: `withhold ${address} of pool ${pool}` },
    });
  });
}

async function addressIn(id: string, address: string): Promise<Pool & { claim: Claim | undefined }> {
  const { pool, reserved } = await poolOf(id);
  if (!addressesOf(pool).includes(address)) throw notFound(`address of pool ${pool}`, address);
  return { pool, reserved, claim: (await claimsOf(pool)).find((claim) => claim.address === address) };
}

async function poolOf(id: string): Promise<Pool> {
  const [known] = await withEntries([await requireHost(id)]);
  const { address_pool: pool = null, reserved_addresses: reserved = [] } = known?.entry ?? {};
  if (pool === null) throw new ApiError('wrong_state', `host ${id} has no pool of addresses`);
  return { pool, reserved };
}

function toAddress(address: string, claim: Claim | undefined, reserved: readonly string[]): PoolAddress {
  const { account_id = null, resource_id = null } = claim ?? {};
  return { address, status: statusOf(address, claim, reserved), account_id, resource_id };
}

function statusOf(address: string, claim: Claim | undefined, reserved: readonly string[]): PoolAddress['status'] {
  if (claim?.withheld) return 'withheld';
  if (claim?.resource_id !== undefined) return 'used';
  if (reserved.includes(address)) return 'reserved';
  return (claim?.free_at ?? 0) > realNow().getTime() ? 'resting' : 'free';
}
