import { leaveHosts } from '#lib/domain/compute/hosts/join.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Handles an orderly stop of a host. */
export const handler = hostRoute('leaveHosts', ({ host }) => leaveHosts(host));
