import * as z from 'zod';
import { currency, moment, timestamp } from '#lib/model/platform/common.ts';

/** The period of a query; the reply covers whole hours. */
export const usagePeriod = {
  from: moment
    .optional()
    .describe('The beginning of the period, which is rounded to whole hours; by default a day before its end.')
    .meta({ example: '2026-11-20T00:00:00Z' }),
  to: moment
    .optional()
    .describe('The end of the period, which is rounded to whole hours; by default now.')
    .meta({ example: '2026-11-21T00:00:00Z' }),
};

/** Seconds of one step of a series: an hour or a day. */
export const usageStep = z
  .enum(['3600', '86400'])
  .default('3600')
  .transform(Number)
  .describe('The length of one step in seconds: an hour or a day.')
  .meta({ example: '3600' });

const counts = z.strictObject({
  get: z.int().describe('Requests that read an object.').meta({ example: 120 }),
  put: z.int().describe('Requests that wrote an object.').meta({ example: 14 }),
  list: z.int().describe('Requests that listed objects.').meta({ example: 3 }),
  delete: z.int().describe('Requests that deleted an object.').meta({ example: 1 }),
});

/** What a bucket holds, and its traffic from `from` to `to` (contract 4.10). */
export const bucketUsage = z.strictObject({
  bucket: z.string().describe("The bucket's name.").meta({ example: 'photos' }),
  from: timestamp.describe('The beginning of the period, in UTC.').meta({ example: '2026-11-20T00:00:00Z' }),
  to: timestamp.describe('The end of the period, in UTC.').meta({ example: '2026-11-21T00:00:00Z' }),
  step_seconds: z.int().describe('Seconds of one step of the series.').meta({ example: 3600 }),
  size_bytes: z.int().describe('What the bucket holds, in bytes.').meta({ example: 73400320 }),
  objects: z.int().describe('The number of objects that it holds.').meta({ example: 412 }),
  versions_bytes: z.int().describe('The size of noncurrent versions, in bytes.').meta({ example: 0 }),
  multipart_bytes: z.int().describe('The size of parts of unfinished uploads, in bytes.').meta({ example: 0 }),
  requests: counts.describe('The number of requests in the period, by kind.'),
  egress_bytes: z.int().describe('Bytes that were read in the period.').meta({ example: 5242880 }),
  ingress_bytes: z.int().describe('Bytes that were written in the period.').meta({ example: 1048576 }),
  measured_at: timestamp.describe('When it was measured, in UTC.'),
  series: z
    .array(
      z.strictObject({
        at: timestamp.describe('The beginning of the step, in UTC.').meta({ example: '2026-11-20T00:00:00Z' }),
        stored_bytes: z
          .int()
          .nullable()
          .describe('What the bucket held, in bytes; null where it was not measured.')
          .meta({ example: 73400320 }),
        objects: z
          .int()
          .nullable()
          .describe('The number of objects; null where they were not counted.')
          .meta({ example: 412 }),
        requests: counts.describe('The number of requests in the step, by kind.'),
        egress_bytes: z.int().describe('Bytes that were read in the step.').meta({ example: 5242880 }),
        ingress_bytes: z.int().describe('Bytes that were written in the step.').meta({ example: 1048576 }),
      }),
    )
    .describe('One row for each step.'),
});
export type BucketUsage = z.infer<typeof bucketUsage>;

/** What an account's buckets hold, and the cost of storage from `from` to `to`. */
export const storageUsage = z.strictObject({
  from: timestamp.describe('The beginning of the period, in UTC.').meta({ example: '2026-11-01T00:00:00Z' }),
  to: timestamp.describe('The end of the period, in UTC.').meta({ example: '2026-11-21T00:00:00Z' }),
  size_bytes: z.int().describe('What all buckets hold, in bytes.').meta({ example: 73400320 }),
  objects: z.int().describe('The number of objects in all buckets.').meta({ example: 412 }),
  egress_bytes: z.int().describe('Bytes that were read in the period.').meta({ example: 5242880 }),
  price_estimate_paise: z.int().describe('What storage cost in the period, in paise before GST.').meta({ example: 8 }),
  currency,
  buckets: z
    .array(
      z.strictObject({
        name: z.string().describe("The bucket's name.").meta({ example: 'photos' }),
        size_bytes: z.int().describe('What the bucket holds, in bytes.').meta({ example: 73400320 }),
        objects: z.int().describe('The number of objects that it holds.').meta({ example: 412 }),
        egress_bytes: z.int().describe('Bytes that were read in the period.').meta({ example: 5242880 }),
        price_estimate_paise: z
          .int()
          .describe('What the bucket cost in the period, in paise before GST.')
          .meta({ example: 8 }),
        measured_at: timestamp
          .nullable()
          .describe('When it was measured, in UTC; null before the first time.')
          .meta({ example: '2026-11-21T04:10:00Z' }),
      }),
    )
    .describe("Each bucket's part."),
});
export type StorageUsage = z.infer<typeof storageUsage>;

/** The S3 endpoint, and what it supports. */
export const storageEndpoint = z.strictObject({
  region: z.string().describe('The region that clients sign for.').meta({ example: 'in-mum' }),
  s3_url: z.string().describe('The address of the S3 API.').meta({ example: 'https://s3.example.in' }),
  addressing: z
    .array(z.enum(['path', 'virtual']))
    .describe('How requests name a bucket: in the path, or in the host.')
    .meta({ example: ['path'] }),
  features: z
    .record(z.string(), z.boolean())
    .describe('The features that the endpoint supports.')
    .meta({ example: { versioning: true, cors: true, lifecycle: true } }),
});
export type StorageEndpoint = z.infer<typeof storageEndpoint>;
