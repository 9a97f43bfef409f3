import { reportConsoleLog } from '#lib/domain/compute/hosts/machines.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Stores a part of a machine's console log. 404 for a machine of another host. */
export const handler = hostRoute('reportConsoleLog', ({ host, params, input }) =>
  reportConsoleLog(host, params.id, input),
);
