import * as z from 'zod';
import { resendVerification } from '#lib/domain/identity/accounts/resend-verification.ts';
import { route } from '#lib/edge/route.ts';

/**
 * Mails a new code, which replaces the previous one; 409 wrong_state if the address is verified, 429 too_many_attempts
 * within 60 seconds.
 */
export const handler = route(
  {
    name: 'resendVerification',
    action: null,
    reply: z.strictObject({ status: z.literal('sent').describe('States that a new code was mailed.') }),
  },
  (context) => resendVerification(context),
);
