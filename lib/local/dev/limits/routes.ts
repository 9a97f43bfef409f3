import type { IncomingMessage } from 'node:http';
import { type Methods, readJsonObject } from '#lib/local/dev/body.ts';
import { type Limits, readLimits } from './limits.ts';

/** GET and POST /dev/limits (contract 4.11). */
export const limitRoutes = (limits: Limits): Methods => ({
  GET: () => limits.show(),
  POST: async (req: IncomingMessage) => {
    limits.change(readLimits(await readJsonObject(req)));
    return limits.show();
  },
});
