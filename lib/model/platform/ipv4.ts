/** An IPv4 block: its network address as a number, and how many addresses it has. */
export interface Block {
  base: number;
  size: number;
}

const toNumber = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

export const toText = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** Reads `a.b.c.d/n`. */
export function parseBlock(cidr: string): Block {
  const [address = '', bits = ''] = cidr.split('/');
  return { base: toNumber(address), size: 2 ** (32 - Number(bits)) };
}

/** Whether two blocks share an address. */
export function overlaps(a: string, b: string): boolean {
  const [x, y] = [parseBlock(a), parseBlock(b)];
  return x.base < y.base + y.size && y.base < x.base + x.size;
}

/** The private blocks of RFC 1918, largest first. */
export const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'] as const;

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const written = new RegExp(`^${octet}(?:\\.${octet}){3}/(?:3[0-2]|[12]?\\d)$`);

/** What keeps a block from being a VPC's (contract 4.3), as the rest of a sentence; undefined for a good one. */
export function blockProblem(cidr: string): string | undefined {
  if (!written.test(cidr)) return 'must be an IPv4 block like 10.20.0.0/20';
  const bits = Number(cidr.split('/')[1]);
  const { base, size } = parseBlock(cidr);
  if (!privateBlocks.some((outer) => overlaps(outer, cidr)))
    return `is not private (within ${privateBlocks.join(', ')})`;
  if (bits < 16 || bits > 28) return 'has another size than /16 to /28';
  if (base % size !== 0) return `has host bits set (did you mean ${toText(base - (base % size))}/${bits}?)`;
  return undefined;
}
