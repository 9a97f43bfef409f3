import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** A parsed block of addresses. */
export interface Block {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses `a.b.c.d/n` or `a:b::/n`; null for any other text. */
export function readBlock(text: string): Block | null {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  const prefix = Number(bits);
  if (!family || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128))
    return null;
  return { address, prefix, family };
}

/** Parses text that must be a block; throws Error when it is not. */
export function parseBlock(text: string): Block {
  const block = readBlock(text);
  if (!block) throw new Error(`not a block of addresses: ${text.slice(0, 60)}`);
  return block;
}

/** The IPv4 blocks among these. */
export const ipv4Blocks = (texts: readonly string[]): Block[] =>
  texts.flatMap((text) => readBlock(text) ?? []).filter(({ family }) => family === 'ipv4');

/** A set of addresses. */
export interface AddressSet {
  has(address: string): boolean;
}

/**
 * The addresses of these blocks. IPv4 and IPv6 are kept apart: `::/0` contains no IPv4 address, as in the control
 * plane.
 */
export function addressSet(blocks: readonly Block[]): AddressSet {
  // BlockList would find 1.2.3.4 in `::/0`, as ::ffff:1.2.3.4. So there is one list for each family.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix, family } of blocks) lists[family].addSubnet(address, prefix, family);
  return { has: (address) => lists[familyOf(address)].check(address, familyOf(address)) };
}

/** The family of an address, as Node names it. */
export const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** The prefix length of a block as it is written; empty without one. */
export const prefixOf = (block: string): string => block.split('/')[1] ?? '';

/** The IPv4 address of a socket that uses both families; any other address unchanged. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The four bytes of an IPv4 address. */
export const octetsOf = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

/** The four bytes of an IPv4 address in hexadecimal, for making hardware addresses. */
export const hexOctetsOf = (address: string): string[] =>
  [...octetsOf(address)].map((byte) => byte.toString(16).padStart(2, '0'));
