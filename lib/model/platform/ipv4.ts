import { readIpv4, readPrefix, writeIpv4 } from './addresses.ts';

/** An IPv4 block: its network address as a number, and its number of addresses. */
export interface Block {
  base: number;
  size: number;
}

/** Reads `a.b.c.d/n`; undefined for any other text. */
function readBlock(cidr: string): (Block & { bits: number }) | undefined {
  const [address = '', length = '', ...more] = cidr.split('/');
  const [base, bits] = [readIpv4(address), readPrefix(length, 32)];
  if (base === undefined || bits === undefined || more.length > 0) return undefined;
  return { base, size: 2 ** (32 - bits), bits };
}

/** Reads a block that was checked before it was stored. Throws Error for any other text. */
export function parseBlock(cidr: string): Block {
  const block = readBlock(cidr);
  if (!block) throw new Error(`not an IPv4 block: ${cidr.slice(0, 60)}`);
  return block;
}

/** Whether two blocks share an address. */
export function overlaps(a: string, b: string): boolean {
  const [x, y] = [parseBlock(a), parseBlock(b)];
  return x.base < y.base + y.size && y.base < x.base + x.size;
}

/** The private blocks of RFC 1918, largest first. */
export const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'] as const;

/** Why a block cannot be a VPC's (contract 4.3), as the end of a sentence; undefined for a valid one. */
export function blockProblem(cidr: string): string | undefined {
  const block = readBlock(cidr);
  if (!block) return 'must be an IPv4 block like 10.20.0.0/20';
  const { base, size, bits } = block;
  if (!privateBlocks.some((outer) => overlaps(outer, cidr)))
    return `is not private (within ${privateBlocks.join(', ')})`;
  if (bits < 16 || bits > 28) return 'must have a size of /16 to /28';
  if (base % size !== 0) return `has host bits set (did you mean ${writeIpv4(base - (base % size))}/${bits}?)`;
  return undefined;
}
