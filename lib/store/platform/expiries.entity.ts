import { entity, z } from '#lib/store/entity.ts';

/**
 * The time at which something is done with a resource by itself (civil clock): an instance is terminated, a snapshot
 * deleted, a certificate's expiry told. `instance_id` is the resource's id.
 */
export const expiry = z.strictObject({
  account_id: z.string(),
  instance_id: z.string(),
  expires_at: z.string(),
});

export const entities = {
  expiry: entity({
    about: 'instance expiry',
    pk: 'EXPIRY#<instance>',
    sk: 'EXPIRY',
    index: { name: 'expiryIndex', pk: 'EXPIRY', sk: '<due>' },
    read: 'expiry schedule',
    record: expiry,
  }),
};
