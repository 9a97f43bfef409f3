import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { publicIpv6Block, specialBlocks } from '#lib/model/platform/special-addresses.ts';
import { addressSet, familyOf, parseBlock } from '#lib/runtime/forwarder/blocks.ts';

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
