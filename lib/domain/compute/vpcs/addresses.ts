import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { overlaps, parseBlock, privateBlocks } from '#lib/model/platform/ipv4.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { freeSlot } from '#lib/store/platform/bitmap.ts';

/** The address at a slot of a block; slot 0 is the network address. */
export const addressAt = (cidr: string, slot: number): string => writeIpv4(parseBlock(cidr).base + slot);

/** The first address, which belongs to the forwarder (contract 4.3). */
export const gatewayOf = (cidr: string): string => addressAt(cidr, 1);

/** The second address, from which load balancers reach their backends. Firewall rules apply to it. */
export const balancerOf = (cidr: string): string => addressAt(cidr, 2);

/**
 * The slots of a block for instances, `to` excluded: all except the network, gateway, load balancer and broadcast
 * addresses.
 */
export function usableSlots(cidr: string): { from: number; to: number } {
  return { from: 3, to: parseBlock(cidr).size - 1 };
}

/** A free address slot of a VPC, chosen at random. 409 where none is free. */
export function freeAddressSlot(vpc: VpcRecord): number {
  const { from, to } = usableSlots(vpc.cidr);
  const slot = freeSlot(vpc, from, to);
  if (slot !== undefined) return slot;
  throw new ApiError('capacity_exhausted', `vpc ${vpc.id} has no free address in ${vpc.cidr}`);
}

const bits = 20;
const size = 2 ** (32 - bits);

/**
 * A private /20 that overlaps none of these blocks. The search begins at a random block, so that two accounts seldom
 * have the same block. 409 where none is free.
 */
export function freeBlock(taken: readonly string[]): string {
  for (const outer of privateBlocks) {
    const found = freeWithin(outer, taken);
    if (found) return found;
  }
  throw new ApiError('capacity_exhausted', `cidr: no private /${bits} is free beside the account's other VPCs`);
}

function freeWithin(outer: string, taken: readonly string[]): string | undefined {
  const { base, size: whole } = parseBlock(outer);
  const count = whole / size;
  const start = Math.floor(Math.random() * count);
  for (let i = 0; i < count; i++) {
    const block = `${writeIpv4(base + ((start + i) % count) * size)}/${bits}`;
    if (!taken.some((other) => overlaps(other, block))) return block;
  }
  return undefined;
}
