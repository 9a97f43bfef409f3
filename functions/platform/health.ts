import { showHealth } from '#lib/domain/compute/health/health.ts';
import { route } from '#lib/edge/route.ts';
import { health } from '#lib/model/platform/platform.ts';

/**
 * Shows the state of the services behind the API, and the capabilities of the compute hosts; 503 while a service does
 * not answer.
 */
export const handler = route(
  { name: 'getHealth', action: null, reply: health, public: true, unlimited: true },
  (context) => showHealth(context),
);
