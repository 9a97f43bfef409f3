import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A user's one-time codes: in setup until `expires`, or enabled. */
export const mfaRecord = z.strictObject({
  state: z.enum(['pending', 'enabled']),
  /** The seed, sealed for the user. */
  seed: z.string(),
  /** The codes that were tried in the setup. */
  tries: z.number(),
  /** Epoch seconds, civil clock; null once enabled. */
  expires: z.number().nullable(),
  enabled_at: z.string().nullable(),
  /** The last time step whose code was used. Codes of this and earlier steps are no longer valid. */
  last_step: z.number(),
  /** Keyed hashes of the unused recovery codes. */
  recovery: z.record(z.string(), z.literal(true)),
});

export const entities = {
  mfa: entity({
    about: 'MFA',
    pk: 'MFA#<principal>',
    sk: 'MFA',
    read: 'logins with a code; GET …/me/mfa',
    expires: 'sometimes',
    record: mfaRecord,
  }),
};
