import { unrouted } from '#lib/edge/unrouted.ts';
import routes from './routes.json' with { type: 'json' };

/** Packaging puts the built console in the place of this file's contents (lib/deploy/web.ts). */
const loadWeb = async () => (await import('./console.json', { with: { type: 'json' } })).default;

/** Answers requests that no route serves: the console, 404, 405, or the preflight of a configured origin. */
export const handler = unrouted(routes, loadWeb);
