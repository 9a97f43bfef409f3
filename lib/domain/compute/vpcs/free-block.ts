import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { overlaps, parseBlock, privateBlocks } from '#lib/model/platform/ipv4.ts';

const bits = 20;
const size = 2 ** (32 - bits);

/** A private /20 that meets none of these blocks, from a random place so that two accounts seldom have the same; 409 where there is none. */
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
