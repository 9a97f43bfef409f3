import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { parseBlock } from '#lib/model/platform/ipv4.ts';

/** The address at a slot of a block; slot 0 is the network address. */
export const addressAt = (cidr: string, slot: number): string => writeIpv4(parseBlock(cidr).base + slot);

/** The first address: the forwarder's (contract 4.3). */
export const gatewayOf = (cidr: string): string => addressAt(cidr, 1);

/** The second address: from it load balancers reach their backends, subject to the firewall rules. */
export const balancerOf = (cidr: string): string => addressAt(cidr, 2);

/** Slots of a block that instances may have, `to` excluded: not network, gateway, the load balancers' address, nor broadcast. */
export function usableSlots(cidr: string): { from: number; to: number } {
  return { from: 3, to: parseBlock(cidr).size - 1 };
}
