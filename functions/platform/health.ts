import { showHealth } from '#lib/domain/compute/health/health.ts';
import { route } from '#lib/edge/route.ts';
import { health } from '#lib/model/platform/platform.ts';

/** Whether everything behind the API answers, and what the compute hosts can do; 503 until it does. */
export const handler = route(
  { name: 'getHealth', action: null, reply: health, public: true, unlimited: true },
  (context) => showHealth(context),
);
