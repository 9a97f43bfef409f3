import * as z from 'zod';
import { region, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

/** The path of a bucket. */
export const bucketPath = z.strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/) });

const reservedEdges = /^xn--|^sthree-|^amzn-s3-demo-|-s3alias$|--ol-s3$|\.mrap$|--x-s3$|--table-s3$/;

/** Why S3 refuses this name of a bucket; undefined for a valid name. */
function nameProblem(name: string): string | undefined {
  if (!/^[a-z0-9.-]*$/.test(name)) return 'must be of a-z 0-9 . -';
  if (name.length < 3 || name.length > 63) return 'must have 3 to 63 characters';
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return 'must begin and end with a letter or digit';
  if (/\.\.|\.-|-\./.test(name)) return 'must not have two dots, or a dot and a hyphen, side by side';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return 'must not look like an IP address';
  return reservedEdges.test(name) ? 'begins or ends with what S3 keeps for itself' : undefined;
}

/** The name of a new bucket, by S3's rules. */
export const bucketName = z.string().superRefine((name, context) => {
  const problem = nameProblem(name);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: name });
});

export const bucketAcl = z.enum(['private', 'public-read']);

const limit = z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable();

/** The limits of a bucket; null is no limit. */
export const bucketQuota = z
  .strictObject({ max_size_bytes: limit.default(null), max_objects: limit.default(null) })
  .nullable();

/** A bucket as replies show it (contract 4.10); `id` is its name. */
export const bucket = z.strictObject({
  id: z.string(),
  ...stamps,
  name: z.string(),
  region: z.literal(region),
  status: z.enum(['creating', 'active', 'deleting', 'failed']),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.enum(['update', 'delete'])),
  acl: bucketAcl,
  versioning: z.enum(['disabled', 'enabled', 'suspended']),
  s3_url: z.string(),
  quota: z.strictObject({ max_size_bytes: z.int().nullable(), max_objects: z.int().nullable() }).nullable(),
  usage: z.strictObject({ size_bytes: z.int(), objects: z.int(), measured_at: timestamp }),
  tags,
});
export type Bucket = z.infer<typeof bucket>;

const days = z.int().min(1).max(36_500);
const ruleId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/, 'must be of printable ASCII');
const headerName = z
  .string()
  .max(256)
  .regex(/^[A-Za-z0-9!#$%&'+.^_`|~*-]+$/, 'must be a header name, or a pattern with *');
const oneStar = (text: string) => text.split('*').length <= 2;

/** A CORS rule of S3. */
export const corsRule = z.strictObject({
  id: ruleId.nullable().default(null),
  allowed_origins: z.array(z.string().min(1).max(512).refine(oneStar, 'may have one * at most')).min(1).max(100),
  allowed_methods: z
    .array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']))
    .min(1)
    .max(5),
  allowed_headers: z.array(headerName.refine(oneStar, 'may have one * at most')).max(100).default([]),
  expose_headers: z.array(headerName).max(100).default([]),
  max_age_seconds: z.int().min(0).max(86_400).nullable().default(null),
});
export type CorsRule = z.infer<typeof corsRule>;

export const corsRules = z.array(corsRule).max(100);

/** A lifecycle rule: when objects, noncurrent versions and unfinished uploads expire. */
export const lifecycleRule = z
  .strictObject({
    id: ruleId,
    enabled: z.boolean(),
    prefix: z.string().max(1024).default(''),
    expire_days: days.nullable().default(null),
    noncurrent_days: days.nullable().default(null),
    abort_multipart_days: days.nullable().default(null),
  })
  .refine(
    (rule) => (rule.expire_days ?? rule.noncurrent_days ?? rule.abort_multipart_days) !== null,
    'does nothing (expire_days, noncurrent_days or abort_multipart_days)',
  );
export type LifecycleRule = z.infer<typeof lifecycleRule>;

export const lifecycleRules = z
  .array(lifecycleRule)
  .max(100)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'must have an id of its own each');

/** An object of a listing. */
export const listedObject = z.strictObject({
  key: z.string(),
  size: z.int(),
  etag: z.string(),
  last_modified: timestamp,
  storage_class: z.literal('STANDARD'),
});
