import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** Why an address is not free: a resource has it, operators withhold it, or it was released recently. */
export const claim = z.strictObject({
  address: z.string(),
  account_id: z.string().exactOptional(),
  resource_id: z.string().exactOptional(),
  withheld: z.literal(true).exactOptional(),
  /** When it is free again: real clock, epoch milliseconds; absent while a resource holds it. */
  free_at: z.number().exactOptional(),
});

export const entities = {
  publicAddress: entity({
    about: 'public address',
    pk: 'POOL#<pool>',
    sk: 'IP#<address>',
    read: 'elastic IPs, load balancers',
    record: claim,
  }),
};
