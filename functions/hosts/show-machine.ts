import { getHostMachine } from '#lib/domain/compute/hosts/machines.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Everything needed to create a machine. 404 for a machine of another host. */
export const handler = hostRoute('getHostMachine', ({ host, params }) => getHostMachine(host, params.id));
