import { startHost } from '#lib/domain/compute/hosts/beat.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Registers a start of a host's agent. Only the returned epoch may continue. */
export const handler = hostRoute('startHost', ({ host, input, protocol }) => startHost(host, input, protocol));
