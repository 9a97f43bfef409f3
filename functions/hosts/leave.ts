import { leaveHosts } from '#lib/domain/compute/hosts/join.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** A host stops in order. */
export const handler = hostRoute('leaveHosts', ({ host }) => leaveHosts(host));
