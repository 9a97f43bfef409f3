/** An IPv4 or IPv6 address as a number. An IPv4-mapped IPv6 address is the IPv4 address. */
export interface Address {
  family: 4 | 6;
  value: bigint;
}

/** The addresses with a common prefix; `shift` is the number of bits after the prefix. */
export interface Block extends Address {
  shift: bigint;
}

const octet = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const group = /^[0-9a-f]{1,4}$/i;

/** Parses an address; undefined for any other text, including zones and IPv4 with leading zeros. */
export function readAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = readIpv4(text);
    return value === undefined ? undefined : { family: 4, value: BigInt(value) };
  }
  const value = readIpv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value };
}

/** Parses `<address>/<bits>` or a single address; bits after the prefix are ignored. Undefined for any other text. */
export function readBlock(text: string): Block | undefined {
  const [written = '', bits, ...more] = text.split('/');
  const address = readAddress(written);
  if (!address || more.length > 0) return undefined;
  // The prefix of a mapped address is ambiguous: it may count from the first bit of either family.
  if (bits !== undefined && address.family === 4 && written.includes(':')) return undefined;
  const width = address.family === 4 ? 32 : 128;
  const length = bits === undefined ? width : readPrefix(bits, width);
  if (length === undefined) return undefined;
  const shift = BigInt(width - length);
  return { family: address.family, value: address.value >> shift, shift };
}

/** Whether an address is in a block; always false for addresses of different families. */
export function isWithin({ family, value }: Address, block: Block): boolean {
  return family === block.family && value >> block.shift === block.value;
}

/** Reads a prefix length of at most `width` bits; undefined for any other text, leading zeros included. */
export function readPrefix(text: string, width: 32 | 128): number | undefined {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= width ? Number(text) : undefined;
}

/** Reads `a.b.c.d` as a number; undefined for any other text, leading zeros included. */
export function readIpv4(text: string): number | undefined {
  const parts = text.split('.', 5);
  if (parts.length !== 4 || !parts.every((part) => octet.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Writes an IPv4 address. */
export const writeIpv4 = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/**
 * The source that a request counts as (contract 1.6): for IPv6 the network of 64 bits, which usually belongs to one
 * customer; 127.0.0.0/8 as one source, since it is one computer; an IPv4-mapped IPv6 address as the IPv4 address. Other
 * text is unchanged.
 */
export function countedSource(text: string): string {
  const address = readAddress(text);
  if (!address) return text;
  if (address.family === 6) return `${(address.value >> 64n).toString(16)}/64`;
  return address.value >> 24n === 127n ? '127.0.0.0/8' : writeIpv4(Number(address.value));
}

/** Reads an IPv6 address as a number; undefined for any other text, zones included. */
export function readIpv6(text: string): bigint | undefined {
  if (text.length > 45) return undefined;
  const halves = withV4AsGroups(text)?.split('::');
  if (!halves || halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  if (!groups.every((part) => group.test(part))) return undefined;
  return groups.reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n);
}

/** Replaces a last part in IPv4 notation by two groups. */
function withV4AsGroups(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const cut = text.lastIndexOf(':') + 1;
  const value = readIpv4(text.slice(cut));
  if (value === undefined) return undefined;
  return `${text.slice(0, cut)}${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
}
