import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const taxRecord = z.strictObject({
  gstin: z.string().nullable(),
  legal_name: z.string().nullable(),
  address: z.string().nullable(),
  state_code: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export const entities = {
  tax: entity({
    about: 'tax profile',
    pk: 'A#<account>',
    sk: 'TAX',
    read: 'top-ups; GET …/tax-profile',
    version: 'version',
    record: taxRecord,
  }),
};
