import { unrouted } from '#lib/edge/unrouted.ts';
import routes from './routes.json' with { type: 'json' };

/** Answers requests that no route serves: 404, 405, or the preflight of a configured origin. */
export const handler = unrouted(routes);
