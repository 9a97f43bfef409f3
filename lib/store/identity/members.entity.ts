import * as z from 'zod';
import { roles } from '#lib/model/platform/principal.ts';
import { entity } from '#lib/store/entity.ts';

/** A user who acts in an account by a role: its owner, or a user who accepted an invite. */
export const memberRecord = z.strictObject({
  /** `mbr-…`: a user who leaves and joins again gets another id. */
  id: z.string(),
  account_id: z.string(),
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  /** The account's generation when the member was invited. A membership of an earlier generation gives no access. */
  account_generation: z.number().exactOptional(),
  /** When the user joined. */
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

export const entities = {
  member: entity({
    about: 'member',
    pk: 'A#<account>#member',
    sk: '<user>',
    index: { pk: 'U#<user>#accounts', sk: '<account>' },
    read: 'every request of members; lists; GET /auth/me',
    version: 'version',
    record: memberRecord,
  }),
};
