import * as z from 'zod';
import { readIpv4, readIpv6, readPrefix, writeIpv4 } from './addresses.ts';

/** A block of addresses as numbers, of either family. */
interface Parsed {
  base: bigint;
  bits: number;
  /** Bits of an address: 32 or 128. */
  width: 32 | 128;
}

/** Reads `a.b.c.d/n` or `a:b::/n`; undefined for anything else. */
function parse(text: string): Parsed | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const width = address.includes(':') ? 128 : 32;
  const base = width === 32 ? readIpv4(address) : ipv6(address);
  const bits = readPrefix(length, width);
  return base === undefined || bits === undefined || rest.length > 0 ? undefined : { base: BigInt(base), bits, width };
}

function ipv6(address: string): bigint | undefined {
  const plain = /^[\da-f:.]+$/i.test(address) ? hostOf(address) : undefined;
  return plain === undefined ? undefined : readIpv6(plain);
}

/** An IPv6 address as RFC 5952 writes it. It uses the URL parser, the only IPv6 parser of the language. */
function hostOf(address: string): string | undefined {
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

function write({ base, bits, width }: Parsed): string {
  if (width === 32) return `${writeIpv4(Number(base))}/${bits}`;
  const groups = base.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return `${hostOf(groups.join(':'))}/${bits}`;
}

/** The block with its host bits cleared. */
function network({ base, bits, width }: Parsed): Parsed {
  const size = 2n ** BigInt(width - bits);
  return { base: base - (base % size), bits, width };
}

/** Why a text is not an IPv4 or IPv6 block, as the end of a sentence; undefined for a valid one. */
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
