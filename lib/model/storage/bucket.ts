import * as z from 'zod';
import { region, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';

/** The name of a bucket in a path. */
export const bucketInPath = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9]$/v)
  .describe("The bucket's name.")
  .meta({ example: 'photos' });

/** The path of a bucket. */
export const bucketPath = z.strictObject({ name: bucketInPath });

const reservedEdges = /^xn--|^sthree-|^amzn-s3-demo-|-s3alias$|--ol-s3$|\.mrap$|--x-s3$|--table-s3$/;

/** Why S3 refuses this name of a bucket; undefined for a valid name. */
function nameProblem(name: string): string | undefined {
  if (!/^[a-z0-9.-]*$/.test(name)) return 'must be of a-z 0-9 . -';
  if (name.length < 3 || name.length > 63) return 'must have 3 to 63 characters';
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return 'must begin and end with a letter or digit';
  if (/\.\.|\.-|-\./.test(name)) return 'must not have two dots, or a dot and a hyphen, side by side';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return 'must not look like an IP address';
  return reservedEdges.test(name) ? 'begins or ends with characters that S3 reserves' : undefined;
}

/** The name of a new bucket, by S3's rules. */
export const bucketName = z
  .string()
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem, input: name });
  })
  .describe("The bucket's name, unique among all accounts, by the rules of S3.")
  .meta({ example: 'photos' });

export const bucketAcl = z
  .enum(['private', 'public-read'])
  .describe('Whether objects can be read without credentials.')
  .meta({ example: 'private' });

const limit = z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable();

/** The limits of a bucket; null is no limit. */
export const bucketQuota = z
  .strictObject({
    max_size_bytes: limit
      .default(null)
      .describe('The maximum size, in bytes; null for no limit.')
      .meta({ example: 10737418240 }),
    max_objects: limit
      .default(null)
      .describe('The maximum number of objects; null for no limit.')
      .meta({ example: null }),
  })
  .nullable()
  .describe('The limits of the bucket; null for none.');

/** A bucket as replies show it (contract 4.10); `id` is its name. */
export const bucket = z.strictObject({
  id: z.string().describe("The bucket's name again.").meta({ readOnly: true, example: 'photos' }),
  ...stamps,
  name: z.string().describe("The bucket's name.").meta({ example: 'photos' }),
  region: z.literal(region).describe('The region.'),
  status: z
    .enum(['creating', 'active', 'deleting', 'failed'])
    .describe('The state of the bucket.')
    .meta({ example: 'active' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.enum(['update', 'delete']))
    .describe('What the caller may do with the bucket now.')
    .meta({ example: ['update', 'delete'] }),
  acl: bucketAcl,
  versioning: z
    .enum(['disabled', 'enabled', 'suspended'])
    .describe('Whether noncurrent versions of objects are kept.')
    .meta({ example: 'disabled' }),
  s3_url: z.string().describe("The bucket's address.").meta({ example: 'https://s3.example.in/photos' }),
  quota: z
    .strictObject({
      max_size_bytes: z
        .int()
        .nullable()
        .describe('The maximum size, in bytes; null for no limit.')
        .meta({ example: 10737418240 }),
      max_objects: z
        .int()
        .nullable()
        .describe('The maximum number of objects; null for no limit.')
        .meta({ example: null }),
    })
    .nullable()
    .describe('The limits of the bucket; null for none.'),
  usage: z
    .strictObject({
      size_bytes: z.int().describe('The size of all objects, in bytes.').meta({ example: 73400320 }),
      objects: z.int().describe('The number of objects.').meta({ example: 412 }),
      measured_at: timestamp.describe('When it was measured, in UTC.'),
    })
    .describe('What the bucket holds.'),
  tags,
});
export type Bucket = z.infer<typeof bucket>;

/** The id of a CORS or lifecycle rule. */
export const ruleId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/, 'must be of printable ASCII');
const headerName = z
  .string()
  .max(256)
  .regex(/^[A-Za-z0-9!#$%\x26'+.^_`\|~*\-]+$/v, 'must be a header name, or a pattern with *');
const oneStar = (text: string) => text.split('*').length <= 2;

/** A CORS rule of S3. */
export const corsRule = z.strictObject({
  id: ruleId.nullable().default(null).describe('A name for the rule; null for none.').meta({ example: 'web' }),
  allowed_origins: z
    .array(z.string().min(1).max(512).refine(oneStar, 'must have at most one *'))
    .min(1)
    .max(100)
    .describe('The origins of the pages that may call; each may have one `*`.')
    .meta({ example: ['https://www.example.in'] }),
  allowed_methods: z
    .array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']))
    .min(1)
    .max(5)
    .describe('The methods that pages may use.')
    .meta({ example: ['GET', 'PUT'] }),
  allowed_headers: z
    .array(headerName.refine(oneStar, 'must have at most one *'))
    .max(100)
    .default([])
    .describe('The request headers that pages may set; each may have one `*`.')
    .meta({ example: ['content-type'] }),
  expose_headers: z
    .array(headerName)
    .max(100)
    .default([])
    .describe('The response headers that pages may read.')
    .meta({ example: ['ETag'] }),
  max_age_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .nullable()
    .default(null)
    .describe("Seconds for which a browser keeps the answer; null for the browser's default.")
    .meta({ example: 3600 }),
});
export type CorsRule = z.infer<typeof corsRule>;

export const corsRules = z.array(corsRule).max(100).describe('The rules; the first that fits decides.');

/** An object of a listing. */
export const listedObject = z.strictObject({
  key: z.string().describe("The object's key.").meta({ example: 'photos/2026/beach.jpg' }),
  size: z.int().describe('Its size in bytes.').meta({ example: 183402 }),
  etag: z.string().describe('Its ETag, without quotes.').meta({ example: '9b2cf535f27731c974343645a3985328' }),
  last_modified: timestamp.describe('When it was written, in UTC.'),
  storage_class: z.literal('STANDARD').describe('Its storage class.'),
});
