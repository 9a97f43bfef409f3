import { unrouted } from '#lib/edge/unrouted.ts';
import type { WebSources } from '#lib/edge/web.ts';

/** Packaging replaces the contents of this file with the built console (lib/deploy/web.ts). */
const load = async () => (await import('./console.json', { with: { type: 'json' } })).default;

const loadReference = async () => (await import('#lib/edge/packed-reference.ts')).reference;

const loadGuides = async () => (await import('#lib/edge/packed-guides.ts')).guides();

/** Loaded for the only path that reads the table. */
const hostOf: WebSources['hostOf'] = async (asker, instance) =>
  (await import('#lib/domain/compute/console/host-of.ts')).consoleHostOf(asker, instance);

/** Answers requests that no route serves: console, reference, guides, 404, 405, or a configured origin's preflight. */
export const handler = unrouted({ load, loadReference, loadGuides, hostOf });
