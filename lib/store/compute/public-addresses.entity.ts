import { entity, z } from '#lib/store/entity.ts';

/** What stands in the way of an address: a resource that has it, operators who withhold it, or its recent release. */
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
