import * as z from 'zod';
import { verifyEmail } from '#lib/domain/identity/accounts/verify-email.ts';
import { route } from '#lib/edge/route.ts';
import { email } from '#lib/model/identity/user.ts';

const code = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .describe('The six digits that were mailed.')
  .meta({ writeOnly: true, example: '492039' });

/**
 * Verifies the caller's address, or the one in the body, with the mailed code; 400 for a wrong code, 401 without login
 * and address, 409 when verified, 410 code_expired, 429.
 */
export const handler = route(
  {
    name: 'verifyEmail',
    action: null,
    public: true,
    body: z.strictObject({ code, email: email.optional() }),
    reply: z.strictObject({ email_verified: z.literal(true).describe('States that the address is verified.') }),
  },
  (context, { body }) => verifyEmail(context, body),
);
