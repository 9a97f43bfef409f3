import { addressAt, freeAddressSlot } from '#lib/domain/compute/vpcs/addresses.ts';
import type { Offer } from '#lib/store/compute/directory.ts';
import type { LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';

/** The address of a load balancer in its VPC. */
export type InsideAddress = Required<Pick<LoadBalancerRecord, 'private_ip' | 'address_slot'>>;

/**
 * A free address of the VPC for a load balancer, if its host can serve one there (contract 4.12); otherwise undefined.
 * 409 capacity_exhausted where the VPC has none left.
 */
export function insideAddress({ capabilities }: Offer, vpc: VpcRecord): InsideAddress | undefined {
  if (!capabilities.includes('private_load_balancer')) return undefined;
  const address_slot = freeAddressSlot(vpc);
  return { private_ip: addressAt(vpc.cidr, address_slot), address_slot };
}
