import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The user and account of an e-mail address. */
export const emailRecord = z.strictObject({
  user_id: z.string(),
  account_id: z.string(),
});

export const entities = {
  email: entity({
    about: 'e-mail',
    pk: 'EMAIL#<address>',
    sk: 'EMAIL',
    read: 'login (address → user)',
    record: emailRecord,
  }),
};
