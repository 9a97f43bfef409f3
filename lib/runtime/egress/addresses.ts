import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressSet, familyOf, parseBlock } from '#lib/runtime/forwarder/blocks.ts';

/**
 * The blocks of addresses that are not public (IANA's special-purpose registries, multicast included). Webhooks are
 * kept from the same blocks: `lib/drivers/webhooks/url-policy.ts`, which the runtime may not import.
 */
export const specialBlocks: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
];

/** The only public block of IPv6. Blocks that map or translate IPv4 are outside of it, or special. */
export const publicIpv6Block = '2000::/3';

const special = addressSet(specialBlocks.map(parseBlock));
const publicIpv6 = addressSet([parseBlock(publicIpv6Block)]);

/** Whether a machine may connect to this address: it is on the public internet, and not one of this host's own. */
export function isPublicAddress(address: string, own: ReadonlySet<string> = ownAddresses()): boolean {
  if (isOneOf(own, address)) return false;
  return !special.has(address) && (isIPv4(address) || publicIpv6.has(address));
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
