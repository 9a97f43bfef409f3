import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const accessKeyRecord = z.strictObject({
  access_key_id: z.string(),
  account_id: z.string(),
  username: z.string(),
  /** The user that it was issued to. The key is invalid for a later user of the same name. */
  user_id: z.string(),
  description: z.string().nullable(),
  /** Sealed for `access-key:<account>:<access key>`. */
  secret: z.string(),
  status: z.enum(['active', 'inactive']),
  /**
   * Raised with each change of the status; absent before the first. Tokens of another generation are permanently
   * invalid.
   */
  generation: z.number().exactOptional(),
  /** The account's generation when the key was created. A key of an earlier generation is permanently inactive. */
  account_generation: z.number().exactOptional(),
  /** RFC 3339; up to an hour behind. */
  last_used_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

export const entities = {
  accessKey: entity({
    about: 'access key',
    pk: 'KEY#<accessKey>',
    sk: 'KEY',
    read: 'requests with it',
    version: 'version',
    record: accessKeyRecord,
  }),
};
