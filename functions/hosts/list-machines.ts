import { listHostMachines } from '#lib/domain/compute/hosts/machines.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** The machines that a host may keep, and which of them must run. */
export const handler = hostRoute('listHostMachines', ({ host }) => listHostMachines(host));
