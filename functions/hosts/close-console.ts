import { closeHostConsole } from '#lib/domain/compute/hosts/consoles.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Records that a console was closed. */
export const handler = hostRoute('closeHostConsole', ({ host, params, input }) =>
  closeHostConsole(host, params.id, input),
);
