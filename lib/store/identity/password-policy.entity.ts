import { passwordPolicy } from '#lib/model/identity/password-policy.ts';
import { entity, z } from '#lib/store/entity.ts';

/** An account's rules as they are stored. */
export const passwordPolicyRecord = z.strictObject({
  rules: passwordPolicy,
  /** Every change raises it. Records of before it was kept have none. */
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
