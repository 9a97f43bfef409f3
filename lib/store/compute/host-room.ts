import type { Stored } from '#lib/store/entity.ts';
import type { factors } from './host-room.entity.ts';
/* How much machines may have of a host. */

/** Memory and vCPUs, of a host or a machine. */
export interface Need {
  ram_mib: number;
  vcpus: number;
}

/** How much of a host's memory and vCPUs machines may have: 1 is all that it has. */
export type Factors = Stored<typeof factors>;

const whole: Factors = { ram: 1, vcpus: 1 };

/** What machines may have of a capacity by its factors. */
export const roomBy = ({ ram, vcpus }: Factors = whole, capacity: Need): Need => ({
  ram_mib: Math.floor(capacity.ram_mib * ram),
  vcpus: Math.floor(capacity.vcpus * vcpus),
});
