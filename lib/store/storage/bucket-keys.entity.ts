import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const bucketKeyRecord = z.strictObject({
  access_key_id: z.string(),
  account_id: z.string(),
  bucket: z.string(),
  name: z.string(),
  permission: z.enum(['read', 'write', 'readwrite']),
  prefix: z.string().nullable(),
  status: z.enum(['active', 'inactive']),
  /** Encrypted for `bucket-key:<account>:<access key>`. */
  secret: z.string(),
  /** A key of the platform itself: it signs URLs, and no route shows it. */
  hidden: z.boolean(),
  /**
   * The account's generation when the key was made. A key of an earlier generation is refused, and the buckets schedule
   * removes it.
   */
  account_generation: z.number().exactOptional(),
  /** Whether another key has replaced it, so that it will soon expire. */
  rotated: z.boolean(),
  /** RFC 3339, civil clock. */
  expires_at: z.string().nullable(),
  /** RFC 3339; up to an hour behind. */
  last_used_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

export const entities = {
  bucketKey: entity({
    about: 'bucket key',
    pk: 'S3KEY#<accessKey>',
    sk: 'KEY',
    index: { name: 'bucketKeyIndex', pk: 'S3KEY-EXPIRY', sk: '<expires>' },
    read: 'S3 requests with it; buckets schedule',
    version: 'version',
    record: bucketKeyRecord,
  }),
};
