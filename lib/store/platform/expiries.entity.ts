import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/**
 * The time of an automatic action on a resource (civil clock): an instance is terminated, a snapshot is deleted, or the
 * owner of a certificate is notified of its expiry. `instance_id` is the resource's id.
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
