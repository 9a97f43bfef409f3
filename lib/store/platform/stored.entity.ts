import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A bucket's hours of a day: the bytes and objects of each. */
export const storedDay = z
  .strictObject({
    bucket: z.string(),
    date: z.string(),
  })
  .and(z.record(z.templateLiteral(['h', z.string()]), z.tuple([z.number(), z.number()]).readonly()));

export const entities = {
  stored: entity({
    about: 'stored bytes',
    pk: 'A#<account>#stored',
    sk: '<date>#<bucket>',
    read: 'usage, metering',
    expires: 'always',
    record: storedDay,
  }),
};
