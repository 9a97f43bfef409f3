import * as z from 'zod';
import { passwordPolicy } from '#lib/model/identity/password-policy.ts';
import { entity } from '#lib/store/entity.ts';

/** The stored rules of an account. */
export const passwordPolicyRecord = z.strictObject({
  rules: passwordPolicy,
  /** Every change raises it. Absent in older records. */
  version: z.number().exactOptional(),
});

export const entities = {
  passwordPolicy: entity({
    about: 'password policy',
    pk: 'A#<account>',
    sk: 'PASSWORDS',
    read: 'new passwords',
    version: 'version',
    record: passwordPolicyRecord,
  }),
};
