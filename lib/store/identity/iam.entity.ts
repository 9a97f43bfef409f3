import { entity, z } from '#lib/store/entity.ts';

/** The IAM item: the policies that a group grants are an attribute of its own. */
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
