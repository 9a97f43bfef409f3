import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** How many hosts have exactly this block, and how many have a part of it. */
export const blockUse = z.strictObject({
  hosts: z.number(),
  parts: z.number(),
});

export const entities = {
  addressBlock: entity({
    about: 'block of addresses',
    pk: 'BLOCK#<block>',
    sk: 'BLOCK',
    read: 'starts of hosts',
    record: blockUse,
  }),
};
