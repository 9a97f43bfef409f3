import type { Stored } from '#lib/store/entity.ts';
import type { factors } from './host-room.entity.ts';
/* How much of a host machines may use. */

/** Memory and vCPUs, of a host or a machine. */
export interface Need {
  ram_mib: number;
  vcpus: number;
}

/** The share of a host's memory and vCPUs that machines may use: 1 is all of it. */
export type Factors = Stored<typeof factors>;

const whole: Factors = { ram: 1, vcpus: 1 };

/** The room for machines in a capacity, by its factors. */
export const roomBy = ({ ram, vcpus }: Factors = whole, capacity: Need): Need => ({
  ram_mib: Math.floor(capacity.ram_mib * ram),
  vcpus: Math.floor(capacity.vcpus * vcpus),
});
