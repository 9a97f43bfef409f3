import * as z from 'zod';

/** A block of addresses as a number, whatever its family. */
interface Parsed {
  base: bigint;
  bits: number;
  /** Bits of an address: 32 or 128. */
  width: 32 | 128;
}

/** Reads `a.b.c.d/n` or `a:b::/n`; undefined for anything else. */
function parse(text: string): Parsed | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const base = ipv4(address) ?? ipv6(address);
  const width = address.includes(':') ? 128 : 32;
  if (base === undefined || rest.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > width) {
    return undefined;
  }
  return { base, bits: Number(length), width };
}

const octet = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

function ipv4(address: string): bigint | undefined {
  const parts = address.split('.');
  if (parts.length !== 4 || !parts.every((part) => octet.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function ipv6(address: string): bigint | undefined {
  const plain = /^[\da-f:.]+$/i.test(address) && address.includes(':') ? hostOf(address) : undefined;
  if (plain === undefined) return undefined;
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** An IPv6 address as RFC 5952 writes it, by the one parser of it that the language has. */
function hostOf(address: string): string | undefined {
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

function write({ base, bits, width }: Parsed): string {
  const unit = width === 32 ? 8 : 16;
  const parts = Array.from(
    { length: width / unit },
    (_, i) => (base >> BigInt(width - unit * (i + 1))) % 2n ** BigInt(unit),
  );
  const address = width === 32 ? parts.join('.') : hostOf(parts.map((part) => part.toString(16)).join(':'));
  return `${address}/${bits}`;
}

/** The block with its host bits cleared. */
function network({ base, bits, width }: Parsed): Parsed {
  const size = 2n ** BigInt(width - bits);
  return { base: base - (base % size), bits, width };
}

/** What keeps a text from being an IPv4 or IPv6 block, as the rest of a sentence; undefined for a good one. */
function cidrProblem(text: string): string | undefined {
  const block = parse(text);
  if (block) {
    const whole = network(block);
    return whole.base === block.base ? undefined : `has host bits set (did you mean ${write(whole)}?)`;
  }
  const alone = parse(`${text}/32`) ?? parse(`${text}/128`);
  if (!alone) return 'must be an IPv4 or IPv6 block like 203.0.113.0/24 or 2001:db8::/32';
  return `has no prefix length (did you mean ${write({ ...alone, bits: alone.width })}?)`;
}

/** An IPv4 or IPv6 block without host bits, as RFC 5952 writes it, so that equal blocks are equal texts. */
export const cidr = z
  .string()
  .max(64)
  .superRefine((text, context) => {
    const problem = cidrProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem, input: text });
  })
  .transform((text) => write(parse(text) as Parsed));
