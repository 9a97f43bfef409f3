import { isWithin, readAddress, readBlock } from './addresses.ts';

/** "This network", loopback, link-local, multicast and reserved addresses, including broadcast. */
const near = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'].flatMap((text) => readBlock(text) ?? []);

/**
 * Whether an IPv4 address, or the first one of a block, refers to the reader's own computer or to none, so that nobody
 * elsewhere reaches a host there. These blocks are at least as large as any pool of a host, so no pool overlaps them
 * only in part.
 */
export function isNear(text: string): boolean {
  const address = readAddress(text.split('/')[0] ?? '');
  return address !== undefined && near.some((block) => isWithin(address, block));
}
