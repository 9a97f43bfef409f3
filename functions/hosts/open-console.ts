import { openHostConsole } from '#lib/domain/compute/hosts/consoles.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Decides on a browser's handshake. A refusal for the browser is part of the reply. */
export const handler = hostRoute('openHostConsole', ({ host, input }) => openHostConsole(host, input));
