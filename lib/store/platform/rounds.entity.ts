import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The position of a scheduled task that processes an index partition in parts. */
export const position = z.record(z.string(), z.unknown());

export const entities = {
  round: entity({
    about: 'scan position',
    pk: 'ROUND#<index>',
    sk: 'ROUND',
    read: 'scheduled tasks that scan an index',
    record: z.strictObject({
      place: position,
    }),
  }),
};
