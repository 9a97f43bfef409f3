import { joinHosts } from '#lib/domain/compute/hosts/join.ts';
import { joinRoute } from '#lib/edge/hosts/route.ts';

/** Creates a host for a caller with a join token. 401 for an invalid token, 410 for one that has expired. */
export const handler = joinRoute(joinHosts);
