import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const entities = {
  rate: entity({
    about: 'rate window',
    pk: 'R#<who>',
    sk: 'W#<second, number>',
    read: 'every request',
    expires: 'always',
    record: z.strictObject({
      n: z.number(),
    }),
  }),
};
