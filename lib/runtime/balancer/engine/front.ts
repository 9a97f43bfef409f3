import type { Limits } from './limits.ts';
import type { Pool } from './pool.ts';

/** What a listener knows when a connection or request comes in. */
export interface Front {
  readonly pool: Pool;
  /** The public port. */
  readonly port: number;
  /** The backends' port where they have none of their own; a change of the listener changes it. */
  target: number;
  readonly source: string | null;
  readonly limits: Limits;
}
