/** What a deployment raises before it has so many machines: its parameters, and quotas of AWS as `--limit` has them. */
export interface Raised {
  readonly machines: number;
  readonly param: Readonly<Record<string, number>>;
  readonly limit: Readonly<Record<string, number>>;
}

/**
 * By size, the smallest first, which needs nothing beyond the defaults. docs/scale.md lists them, and `npm run
 * simulate` fails where more than half of a limit is used with them.
 */
export const raised: readonly Raised[] = [
  { machines: 80_000, param: {}, limit: {} },
  { machines: 100_000, param: { hostRate: 600 }, limit: {} },
  {
    machines: 1_000_000,
    param: { apiRate: 3_500, hostRate: 6_000, hostConcurrency: 35, taskConcurrency: 10 },
    limit: { concurrency: 2_000, starts: 250, table_write: 45_000, table_read: 45_000 },
  },
];
