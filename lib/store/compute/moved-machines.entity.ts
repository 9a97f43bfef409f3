import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const entities = {
  movedMachine: entity({
    about: 'machine moved on',
    pk: 'HOST#<host>',
    sk: 'MOVED#<instance>',
    read: "the agent's start",
    record: z.strictObject({
      instance_id: z.string(),
    }),
  }),
};
