import { reportSamples } from '#lib/domain/compute/hosts/samples.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Stores what machines used; answers those of other hosts. */
export const handler = hostRoute('reportSamples', ({ host, input }) => reportSamples(host, input));
