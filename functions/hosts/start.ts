import { startHost } from '#lib/domain/compute/hosts/beat.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Begins a start of a host's agent, whose epoch alone may go on. */
export const handler = hostRoute('startHost', ({ host, input, protocol }) => startHost(host, input, protocol));
