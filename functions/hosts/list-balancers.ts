import { listHostBalancers } from '#lib/domain/compute/hosts/assigned.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** The load balancers that a host must serve. */
export const handler = hostRoute('listHostBalancers', ({ host }) => listHostBalancers(host));
