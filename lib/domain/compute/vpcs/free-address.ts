import { ApiError } from '#lib/model/platform/errors.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { freeSlot } from '#lib/store/platform/bitmap.ts';
import { usableSlots } from './addresses.ts';

/** A free address slot of a VPC, by random choice; 409 where every one is taken. */
export function freeAddressSlot(vpc: VpcRecord): number {
  const { from, to } = usableSlots(vpc.cidr);
  const slot = freeSlot(vpc, from, to);
  if (slot !== undefined) return slot;
  throw new ApiError('capacity_exhausted', `vpc ${vpc.id} has no free address in ${vpc.cidr}`);
}
