import { entity, z } from '#lib/store/entity.ts';

export const quotaRecord = z.strictObject({
  /** Absent where operators have set a limit and nothing was used yet. */
  used: z.number().exactOptional(),
  /** What operators allow this account instead of the usual limit, and how much of that is left. */
  limit: z.number().exactOptional(),
  /** Counts wherever `used` does, so that no write needs the limit; it means something only beside one. */
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
