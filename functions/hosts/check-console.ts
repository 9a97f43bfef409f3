import { checkHostConsole } from '#lib/domain/compute/hosts/consoles.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Whether a console may stay open. 404 for one of another host. */
export const handler = hostRoute('checkHostConsole', ({ host, params }) => checkHostConsole(host, params.id));
