import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/**
 * The slot of one held reply: `<void from, epoch milliseconds>#<principal>#<request>`. An account's item has the set of
 * all leases and a set for each principal, because an expression of DynamoDB can count one set but not add two counts.
 */
export const lease = z.string();

export const heldReplies = z
  .strictObject({
    leases: z.set(lease).exactOptional(),
  })
  .and(z.record(z.templateLiteral(['leases of ', z.string()]), z.set(lease)));

export const entities = {
  heldReplies: entity({
    about: 'held replies',
    pk: 'R#<account>',
    sk: 'HELD',
    read: 'requests with Prefer: wait that are held',
    expires: 'always',
    record: heldReplies,
  }),
};
