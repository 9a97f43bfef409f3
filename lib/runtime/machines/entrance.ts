import type { Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';

/** The function that starts a login's program in a guest. FAILED for a guest that starts its programs itself. */
export function entrance({ launch }: Pick<Guest, 'launch'>): NonNullable<Guest['launch']> {
  if (launch) return launch;
  throw new DriverError('FAILED', 'this machine starts its programs itself');
}
