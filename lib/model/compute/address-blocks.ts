import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { parseBlock } from '#lib/model/platform/ipv4.ts';

/* The blocks of public addresses that hosts offer, and how they contain one another. */

/** The prefix length of the largest block that a host may have as its pool. */
const largest = 20;

/** The public addresses in an offer. */
export interface OfferedAddresses {
  public_ip: string;
  address_pool: string | null;
}

/**
 * The blocks that an offer names: its pool, and its public address if that is outside the pool. Throws for invalid
 * ones.
 */
export function blocksOf({ public_ip, address_pool }: OfferedAddresses): string[] {
  const own = `${public_ip}/32`;
  if (address_pool === null) return [own];
  return isInside(own, address_pool) ? [address_pool] : [address_pool, own];
}

/** The blocks that contain a block, from /20 down, largest first. */
export function blocksAround(block: string): string[] {
  const { base, size } = parseBlock(block);
  const bits = 32 - Math.log2(size);
  return Array.from({ length: Math.max(0, bits - largest) }, (_, at) => {
    const outer = 2 ** (32 - largest - at);
    return `${writeIpv4(base - (base % outer))}/${largest + at}`;
  });
}

/** Whether a block is equal to another or contained in it. */
function isInside(block: string, outer: string): boolean {
  const [one, all] = [parseBlock(block), parseBlock(outer)];
  return one.base >= all.base && one.base + one.size <= all.base + all.size;
}

/** A block as people write it: a single address without its /32. */
export const blockName = (block: string): string => block.replace(/\/32$/, '');
