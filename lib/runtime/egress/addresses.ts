import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type AddressSet, addressSet, familyOf, parseBlock } from '#lib/runtime/forwarder/blocks.ts';

/** IPv4 blocks that are not the public internet (IANA special-purpose registry), multicast included. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The public part of IPv6. Blocks inside it that carry other addresses or documentation are listed below. */
const OPEN_V6 = ['2000::/3'];
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const [closedV4, openV6, closedV6] = [listOf(CLOSED_V4), listOf(OPEN_V6), listOf(CLOSED_V6)];

/** Whether a machine may connect to this address: it is on the public internet, and not one of this host's own. */
export function isPublicAddress(address: string, own: ReadonlySet<string> = ownAddresses()): boolean {
  if (isOneOf(own, address)) return false;
  if (isIPv4(address)) return !closedV4.has(address);
  return openV6.has(address) && !closedV6.has(address);
}

/** The addresses of this host's own interfaces. Services behind them are not meant for machines. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address)),
  );
}

/** Compares addresses, not text: one IPv6 address can be written in many ways, and may name an interface. */
function isOneOf(own: ReadonlySet<string>, address: string): boolean {
  const list = new BlockList();
  for (const one of own) list.addAddress(one, familyOf(one));
  return list.check(address, familyOf(address));
}

function listOf(cidrs: readonly string[]): AddressSet {
  return addressSet(cidrs.map(parseBlock));
}
