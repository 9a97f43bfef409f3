import * as z from 'zod';
import { ruleId } from './bucket.ts';

const days = z.int().min(1).max(36_500);
const kept = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null);

/** A lifecycle rule: when objects, noncurrent versions, delete markers and open uploads expire (contract 4.10). */
export const lifecycleRule = z
  .strictObject({
    id: ruleId.describe('A name for the rule, unique in the bucket.').meta({ example: 'old-logs' }),
    enabled: z.boolean().describe('Whether the rule is applied.').meta({ example: true }),
    prefix: z
      .string()
      .max(1024)
      .default('')
      .describe('Objects whose keys begin with this; empty for all.')
      .meta({ example: 'logs/' }),
    tags: z
      .record(z.string().min(1).max(128), z.string().max(256))
      .refine((pairs) => Object.keys(pairs).length <= 10, 'at most 10 tags')
      .nullable()
      .default(null)
      .describe('Objects that have all of these tags; null for all.')
      .meta({ example: null }),
    larger_than: kept.describe('Objects of more bytes than this; null for all.').meta({ example: null }),
    smaller_than: kept.describe('Objects of fewer bytes than this; null for all.').meta({ example: null }),
    expire_days: days
      .nullable()
      .default(null)
      .describe('The number of days after which objects are deleted; null for never.')
      .meta({ example: 30 }),
    expire_on: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('The day, in UTC, from which objects are deleted; null for none.')
      .meta({ example: null }),
    expire_markers: z
      .boolean()
      .default(false)
      .describe('Whether delete markers that hide no version are deleted.')
      .meta({ example: false }),
    noncurrent_days: days
      .nullable()
      .default(null)
      .describe('The number of days after which noncurrent versions are deleted; null for never.')
      .meta({ example: null }),
    keep_noncurrent: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe('The number of newest noncurrent versions to keep, whatever their age; null for none.')
      .meta({ example: null }),
    abort_multipart_days: days
      .nullable()
      .default(null)
      .describe('The number of days after which unfinished uploads are deleted; null for never.')
      .meta({ example: 7 }),
  })
  .superRefine((rule, context) => {
    const problem = ruleProblem(rule);
    if (problem) context.addIssue({ code: 'custom', message: problem, input: rule });
  });
export type LifecycleRule = z.infer<typeof lifecycleRule>;

/** The values of newer attributes in older rules, which lack them. */
export const unsetInRule = {
  tags: null,
  larger_than: null,
  smaller_than: null,
  expire_on: null,
  expire_markers: false,
  keep_noncurrent: null,
} as const;

/** Why S3 refuses this rule; undefined for a valid one. */
function ruleProblem(rule: Omit<LifecycleRule, 'id' | 'enabled' | 'prefix'>): string | undefined {
  const { expire_days, expire_on, expire_markers, noncurrent_days, keep_noncurrent, abort_multipart_days } = rule;
  const expiring = [expire_days !== null, expire_on !== null, expire_markers].filter(Boolean).length;
  if (expiring > 1) return 'has more than one of expire_days, expire_on and expire_markers (at most one)';
  if (keep_noncurrent !== null && noncurrent_days === null) return 'has keep_noncurrent without noncurrent_days';
  if (expiring === 0 && noncurrent_days === null && abort_multipart_days === null) {
    return 'does nothing (needs expire_days, expire_on, expire_markers, noncurrent_days or abort_multipart_days)';
  }
  const isNarrow = (rule.tags ?? rule.larger_than ?? rule.smaller_than) !== null;
  if (!isNarrow || (!expire_markers && abort_multipart_days === null)) return undefined;
  return 'has expire_markers or abort_multipart_days with tags or sizes (markers and uploads have neither)';
}

export const lifecycleRules = z
  .array(lifecycleRule)
  .max(100)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'must each have a different id')
  .describe('The rules, each with an id of its own.');
