import { reportSamples } from '#lib/domain/compute/hosts/samples.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Stores the usage of machines. Returns those that belong to other hosts. */
export const handler = hostRoute('reportSamples', ({ host, input }) => reportSamples(host, input));
