import { isWithin, readAddress, readBlock } from './addresses.ts';

/** This network, loopback, link-local, multicast, and what is reserved, broadcast with it. */
const near = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'].flatMap((text) => readBlock(text) ?? []);

/**
 * Whether an IPv4 address, or the first one of a block, means the computer that reads it, or none: nobody elsewhere
 * reaches a host there. No block that a host may have as its pool is larger than these, and so none is there in part.
 */
export function isNear(text: string): boolean {
  const address = readAddress(text.split('/')[0] ?? '');
  return address !== undefined && near.some((block) => isWithin(address, block));
}
