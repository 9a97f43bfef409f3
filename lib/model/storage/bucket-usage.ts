import * as z from 'zod';
import { moment, timestamp } from '#lib/model/platform/common.ts';

/** The period of a query; the reply covers whole hours. */
export const usagePeriod = { from: moment.optional(), to: moment.optional() };

/** Seconds of one step of a series: an hour or a day. */
export const usageStep = z.enum(['3600', '86400']).default('3600').transform(Number);

const counts = z.strictObject({ get: z.int(), put: z.int(), list: z.int(), delete: z.int() });

/** What a bucket holds, and its traffic from `from` to `to` (contract 4.10). */
export const bucketUsage = z.strictObject({
  bucket: z.string(),
  from: timestamp,
  to: timestamp,
  step_seconds: z.int(),
  size_bytes: z.int(),
  objects: z.int(),
  versions_bytes: z.int(),
  multipart_bytes: z.int(),
  requests: counts,
  egress_bytes: z.int(),
  ingress_bytes: z.int(),
  measured_at: timestamp,
  /** One row for each step; stored bytes and objects are null in a step without a measurement. */
  series: z.array(
    z.strictObject({
      at: timestamp,
      stored_bytes: z.int().nullable(),
      objects: z.int().nullable(),
      requests: counts,
      egress_bytes: z.int(),
      ingress_bytes: z.int(),
    }),
  ),
});
export type BucketUsage = z.infer<typeof bucketUsage>;

/** What an account's buckets hold, and what storage cost from `from` to `to`. */
export const storageUsage = z.strictObject({
  from: timestamp,
  to: timestamp,
  size_bytes: z.int(),
  objects: z.int(),
  egress_bytes: z.int(),
  price_estimate_paise: z.int(),
  currency: z.literal('INR'),
  buckets: z.array(
    z.strictObject({
      name: z.string(),
      size_bytes: z.int(),
      objects: z.int(),
      egress_bytes: z.int(),
      price_estimate_paise: z.int(),
      measured_at: timestamp.nullable(),
    }),
  ),
});
export type StorageUsage = z.infer<typeof storageUsage>;

/** The S3 endpoint, and what it supports. */
export const storageEndpoint = z.strictObject({
  region: z.string(),
  s3_url: z.string(),
  addressing: z.array(z.enum(['path', 'virtual'])),
  features: z.record(z.string(), z.boolean()),
});
export type StorageEndpoint = z.infer<typeof storageEndpoint>;
