import type { Limits } from './limits.ts';
import type { Pool } from './pool.ts';

/** What a listener needs when a connection or request comes in. */
export interface Front {
  readonly pool: Pool;
  /** The public port. */
  readonly port: number;
  /** The port of backends that have no port of their own. Changes with the listener. */
  target: number;
  readonly source: string | null;
  readonly limits: Limits;
}
