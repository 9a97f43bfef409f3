import { beatHost } from '#lib/domain/compute/hosts/beat.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Stores a host's heartbeat, and keeps the workflows of its jobs alive. */
export const handler = hostRoute('beatHost', ({ host, input }) => beatHost(host, input));
