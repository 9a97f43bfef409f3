import * as z from 'zod';
import { accessKeyStatus } from '#lib/model/identity/access-key.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { objectsUnder } from '#lib/model/identity/policy/references.ts';
import { stamps, timestamp } from '#lib/model/platform/common.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { bucketInPath } from './bucket.ts';

/** A key id that the platform chose, or one that IAM chose (IAM API Reference: 16 to 128 characters). */
const keyId = z
  .string()
  .regex(/^(?:SVC[A-Z2-7]{17}|AKIA[A-Z0-9]{12,124})$/)
  .describe("The access key's id.")
  .meta({ example: 'SVCQ3W7X5ZK2M4N6P7AB' });

/** The path of a bucket's key. */
export const bucketKeyPath = z.strictObject({
  name: bucketInPath,
  access_key_id: keyId,
});

export const keyPermission = z
  .enum(['read', 'write', 'readwrite'])
  .describe('What the key may do with objects.')
  .meta({ example: 'readwrite' });

export const keyName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9 ._@\-]*$/v, 'must be of A-Z a-z 0-9 space . _ @ -')
  .describe("The key's name.")
  .meta({ example: 'app' });

/** Limited in bytes, since S3 counts the length of keys in bytes. */
export const keyPrefix = z
  .string()
  .min(1)
  .refine((prefix) => new TextEncoder().encode(prefix).length <= 1024, 'must have at most 1024 bytes')
  .describe('The key of an object, or the text that keys begin with; at most 1,024 bytes.')
  .meta({ example: 'photos/2026/' });

/** An access key of a bucket as replies show it (contract 4.10); `id` is the access_key_id. */
export const bucketKey = z.strictObject({
  id: keyId.meta({ readOnly: true }),
  ...stamps,
  access_key_id: keyId.describe("The access key's id again."),
  name: z.string().describe("The key's name.").meta({ example: 'app' }),
  bucket: z.string().describe('The bucket that it opens.').meta({ example: 'photos' }),
  permission: keyPermission,
  prefix: z
    .string()
    .nullable()
    .describe('The only prefix of keys that it opens; null for all objects.')
    .meta({ example: null }),
  status: accessKeyStatus,
  expires_at: timestamp.nullable().describe('When it expires, in UTC; null for never.').meta({ example: null }),
  last_used_at: timestamp.nullable().describe('When it was last used, in UTC; null for never.').meta({ example: null }),
});
export type BucketKey = z.infer<typeof bucketKey>;

/** A new key. No other reply contains its secret. */
export const newBucketKey = z.strictObject({
  ...bucketKey.shape,
  secret_key: z
    .string()
    .describe('The secret key. No other reply shows it.')
    .meta({ example: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY00' }),
  endpoint: z.string().describe('The S3 endpoint.').meta({ example: 'https://s3.example.in' }),
  region: z.string().describe('The region that clients sign for.').meta({ example: 'in-mum' }),
});
export type NewBucketKey = z.infer<typeof newBucketKey>;

const reading: readonly Action[] = ['storage:GetObject'];
const writing: readonly Action[] = ['storage:PutObject', 'storage:DeleteObject'];
const standsFor: Record<z.infer<typeof keyPermission>, readonly Action[]> = {
  read: reading,
  write: writing,
  readwrite: [...reading, ...writing],
};

/** What a key grants, as references for policies: the objects below its prefix, and the listing if it may read. */
export function keyGrants(
  bucket: string,
  { permission, prefix }: { permission: z.infer<typeof keyPermission>; prefix: string | null },
): Reference[] {
  const objects = objectsUnder(bucket, prefix ?? '', ...standsFor[permission]);
  return permission === 'write' ? [objects] : [objects, { kind: 'bucket', id: bucket, as: ['storage:ListObjects'] }];
}

/** The maximum number of keys of a bucket, not counting rotated ones that will soon expire (contract 1.9). */
export const keysPerBucket = 10;
