import { octetsOf } from '#lib/runtime/forwarder/blocks.ts';
import { attribute, hostWord } from './netlink.ts';

/** Numbers of linux/netfilter/nf_tables.h: the registers, and the words of each expression. */
const [VERDICT, FIRST] = [0, 1];
const [EQUAL, NOT_EQUAL, AT_LEAST, AT_MOST] = [0, 1, 5, 3];
const [META_IIF, META_OIF, CT_STATE] = [4, 5, 0];
const [NETWORK_HEADER, TRANSPORT_HEADER] = [1, 2];
const ACCEPT = 1;
const JUMP = -3;
/** The loopback interface is the first of every network namespace. */
const LOOPBACK = 1;
/** NF_CT_STATE_BIT of established and related. */
const ESTABLISHED_OR_RELATED = 2 | 4;

/** Which end of a flow a chain checks: where packets come from, or where they go to. */
export type Side = 'inbound' | 'outbound';

const expression = (name: string, ...attributes: readonly Buffer[]) =>
  attribute(1, attribute(1, name), attribute(2, ...attributes));

const compare = (operation: number, value: Buffer) =>
  expression('cmp', attribute(1, FIRST), attribute(2, operation), attribute(3, attribute(1, value)));

const load = (base: number, offset: number, length: number) =>
  expression('payload', attribute(1, FIRST), attribute(2, base), attribute(3, offset), attribute(4, length));

const mask = (bits: Buffer) =>
  expression(
    'bitwise',
    attribute(1, FIRST),
    attribute(2, FIRST),
    attribute(3, bits.length),
    attribute(4, attribute(1, bits)),
    attribute(5, attribute(1, Buffer.alloc(bits.length))),
  );

/** The packet passes. */
export const accept = expression('immediate', attribute(1, VERDICT), attribute(2, attribute(2, attribute(1, ACCEPT))));

/** Another chain checks the packet. Without a verdict there, the next rule does. */
export const jumpTo = (chain: string): Buffer =>
  expression('immediate', attribute(1, VERDICT), attribute(2, attribute(2, attribute(1, JUMP), attribute(2, chain))));

/** The packet does not leave the machine. */
export const isLocal = (side: Side): Buffer[] => [
  expression('meta', attribute(1, FIRST), attribute(2, side === 'inbound' ? META_IIF : META_OIF)),
  compare(EQUAL, hostWord(LOOPBACK)),
];

/** The packet belongs to a flow that was let through, or reports an error of one. */
export const isKnown: readonly Buffer[] = [
  expression('ct', attribute(1, FIRST), attribute(2, CT_STATE)),
  mask(hostWord(ESTABLISHED_OR_RELATED)),
  compare(NOT_EQUAL, hostWord(0)),
];

/** The IPv4 packet carries this protocol (a number of the IANA registry). */
export const isProtocol = (protocol: number): Buffer[] => [
  load(NETWORK_HEADER, 9, 1),
  compare(EQUAL, Buffer.from([protocol])),
];

/** The TCP or UDP packet goes to a port of this range. */
export const goesTo = (from: number, to: number): Buffer[] => [
  load(TRANSPORT_HEADER, 2, 2),
  ...(from === to ? [compare(EQUAL, port(from))] : [compare(AT_LEAST, port(from)), compare(AT_MOST, port(to))]),
];

/** The other end of the IPv4 packet is in this block. */
export function isFrom(side: Side, base: string, prefix: number): Buffer[] {
  const offset = side === 'inbound' ? 12 : 16;
  const address = octetsOf(base);
  const bits = Buffer.from([0, 8, 16, 24].map((at) => (0xff00 >> Math.min(8, Math.max(0, prefix - at))) & 0xff));
  const masked = Buffer.from(address.map((byte, at) => byte & (bits[at] ?? 0)));
  return [load(NETWORK_HEADER, offset, 4), ...(prefix < 32 ? [mask(bits)] : []), compare(EQUAL, masked)];
}

function port(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}
