import * as z from 'zod';
import { disableMfa } from '#lib/domain/identity/mfa/disable.ts';
import { route } from '#lib/edge/route.ts';
import { anyCode } from '#lib/model/identity/mfa.ts';

const proof = z
  .strictObject({
    code: anyCode.optional(),
    password: z.string().optional().describe("The caller's password, instead of a code.").meta({ writeOnly: true }),
  })
  .refine(({ code, password }) => (code === undefined) !== (password === undefined), {
    path: ['code'],
    message: 'exactly one of code and password must be sent',
  });

/**
 * Disables one-time codes with a code, a recovery code or the password; 400 if that is wrong, 409 if codes are not
 * enabled, 429.
 */
export const handler = route(
  {
    name: 'disableMfa',
    action: null,
    body: proof,
    reply: z.strictObject({ enabled: z.literal(false).describe('States that logins no longer need a code.') }),
  },
  (context, { body }) => disableMfa(context, body),
);
