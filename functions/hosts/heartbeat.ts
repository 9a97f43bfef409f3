import { beatHost } from '#lib/domain/compute/hosts/beat.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** A host is alive, and what it does for workflows goes on. */
export const handler = hostRoute('beatHost', ({ host, input }) => beatHost(host, input));
