/** How a command is to be run, beside what it sends. */
export interface How {
  readonly dryRun?: boolean | undefined;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Whether to wait until the work is done. */
  readonly wait: boolean;
  /** Seconds. */
  readonly waitTimeout: number;
  /** Follows the cursors of a list to its end. */
  readonly all?: boolean | undefined;
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
  /** Goes on as the list grows. */
  readonly follow?: boolean | undefined;
}
