import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A login with a correct password that needs another step. */
export const pendingLogin = z.strictObject({
  wants: z.enum(['code', 'password']),
  type: z.enum(['root', 'member', 'iam']),
  principal_id: z.string(),
  account_id: z.string(),
  /** The username of an IAM user. */
  username: z.string().nullable(),
  /** The generations of the user and of the account when the password was checked. */
  generation: z.number(),
  account_generation: z.number().exactOptional(),
  /** The codes that were tried. */
  tries: z.number(),
  /** Epoch seconds, civil clock. */
  expires: z.number(),
});

export const entities = {
  pendingLogin: entity({
    about: 'pending login',
    pk: 'P#<token>',
    sk: 'PENDING',
    read: "the login's second step",
    expires: 'always',
    record: pendingLogin,
  }),
};
