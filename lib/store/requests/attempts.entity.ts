import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The failed attempts of one identity, and until when they count (epoch seconds, civil clock). */
export const attemptsRecord = z.strictObject({
  failures: z.number(),
  until: z.number(),
});

export const entities = {
  attempts: entity({
    about: 'failed attempts',
    pk: 'T#<who>',
    sk: 'ATTEMPTS',
    read: 'login',
    expires: 'always',
    record: attemptsRecord,
  }),
  known: entity({
    about: 'known address',
    pk: 'T#<who>',
    sk: 'KNOWN',
    read: 'login',
    expires: 'always',
    record: z.strictObject({
      until: z.number(),
    }),
  }),
};
