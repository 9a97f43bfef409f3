import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const entities = {
  hostAccount: entity({
    about: 'account on a host',
    pk: 'HOST#<host>',
    sk: 'DISKS#<account>',
    read: 'loss of a host',
    record: z.strictObject({
      account_id: z.string(),
    }),
  }),
};
