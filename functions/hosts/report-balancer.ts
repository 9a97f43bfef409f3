import { reportBalancer } from '#lib/domain/compute/hosts/assigned.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Records the state of a load balancer. 404 for one of another host. */
export const handler = hostRoute('reportBalancer', ({ host, params, input }) => reportBalancer(host, params.id, input));
