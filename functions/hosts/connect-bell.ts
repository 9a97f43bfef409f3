import { connectBell } from '#lib/domain/compute/hosts/bell.ts';
import { bellRoute } from '#lib/edge/hosts/bell.ts';

/** Lets a host listen for its bell. */
export const handler = bellRoute(connectBell);
