/** An IPv4 block: its network address as a number, and how many addresses it has. */
export interface Block {
  base: number;
  size: number;
}

const toNumber = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const toText = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** Reads `a.b.c.d/n`. */
export function parseBlock(cidr: string): Block {
  const [address = '', bits = ''] = cidr.split('/');
  return { base: toNumber(address), size: 2 ** (32 - Number(bits)) };
}

/** The address at a slot of a block; slot 0 is the network address. */
export const addressAt = (cidr: string, slot: number): string => toText(parseBlock(cidr).base + slot);

/** The slot of an address in a block. */
export const slotOf = (cidr: string, address: string): number => toNumber(address) - parseBlock(cidr).base;

/** The first address: the forwarder's (contract 4.3). */
export const gatewayOf = (cidr: string): string => addressAt(cidr, 1);

/** Slots of a block that instances may have: not network, gateway, the load balancers' address, nor broadcast. */
export function usableSlots(cidr: string): { from: number; to: number } {
  return { from: 3, to: parseBlock(cidr).size - 1 };
}

export const overlaps = (a: string, b: string): boolean => {
  const [x, y] = [parseBlock(a), parseBlock(b)];
  return x.base < y.base + y.size && y.base < x.base + x.size;
};
