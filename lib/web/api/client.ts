import { createClient } from '#lib/client/client.ts';
import { cookies } from '#lib/client/credentials/cookies.ts';
import { platformClock } from './clock.ts';

/**
 * The client of this page. The login is in cookies that no script can read, and of use to this origin alone; it
 * refreshes itself.
 */
export const client = createClient({
  baseUrl: location.origin,
  credentials: cookies({ proof: true }),
  timeout: 60_000,
  fetch: platformClock.listening((url, request) => fetch(url, request)),
});
