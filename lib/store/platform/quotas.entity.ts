import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const quotaRecord = z.strictObject({
  /** Absent where operators have set a limit and nothing has been used yet. */
  used: z.number().exactOptional(),
  /** This account's own limit, set by operators instead of the usual one, and how much of it is left. */
  limit: z.number().exactOptional(),
  /** Changes whenever `used` does, so that no write needs to know the limit. It has a meaning only with a limit. */
  left: z.number().exactOptional(),
});

export const entities = {
  quota: entity({
    about: 'quota',
    pk: 'A#<account>#quota',
    sk: '<name>',
    read: 'creations; GET /compute/quotas',
    record: quotaRecord,
  }),
};
