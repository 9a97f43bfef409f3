import * as z from 'zod';
import { named } from '#lib/store/entity.ts';

export const groupRecord = z.strictObject({
  /** `grp-…`. */
  id: z.string(),
  account_id: z.string(),
  /** As the client wrote it. Lookup and uniqueness ignore case. */
  name: z.string(),
  description: z.string().nullable(),
  /** Usernames. Each user's record also names the group. */
  members: z.array(z.string()),
  /** The ids of attached policies. The IAM item has them too, for authentication. */
  policies: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

/** The stored form: a set without values is absent. */
export const storedGroup = groupRecord.extend({
  members: z.set(z.string()).optional(),
  policies: z.set(z.string()).optional(),
});

export const entities = {
  group: named('group', {
    read: 'show, lists',
    record: storedGroup,
  }),
};
