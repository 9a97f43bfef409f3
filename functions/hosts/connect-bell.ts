import { connectBell } from '#lib/domain/compute/hosts/bell.ts';
import { bellRoute } from '#lib/edge/hosts/bell.ts';

/** Opens a host's wake-up connection. */
export const handler = bellRoute(connectBell);
