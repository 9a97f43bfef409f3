import { joinHosts } from '#lib/domain/compute/hosts/join.ts';
import { joinRoute } from '#lib/edge/hosts/route.ts';

/** Makes a host of whoever has a join token. 401 for a token that is not one, 410 for one that has expired. */
export const handler = joinRoute(joinHosts);
