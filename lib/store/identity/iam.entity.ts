import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The IAM item. The policies that each group grants have their own attribute. */
export const iamRecord = z
  .strictObject({
    version: z.number(),
  })
  .and(z.record(z.templateLiteral(['group/', z.string()]), z.set(z.string())));

export const entities = {
  iamVersion: entity({
    about: 'IAM version',
    pk: 'A#<account>',
    sk: 'IAM',
    read: 'every request',
    version: 'version',
    record: iamRecord,
  }),
};
