import { reportMachine } from '#lib/domain/compute/hosts/machines.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Records a report about a machine. 404 for a machine of another host. */
export const handler = hostRoute('reportMachine', ({ host, params, input }) => reportMachine(host, params.id, input));
