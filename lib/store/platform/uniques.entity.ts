import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const entities = {
  unique: entity({
    about: 'unique name',
    pk: 'A#<account>#unique',
    sk: '<noun>#<value>',
    read: 'creations',
    record: z.strictObject({
      id: z.string(),
    }),
  }),
};
