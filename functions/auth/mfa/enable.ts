import * as z from 'zod';
import { enableMfa } from '#lib/domain/identity/mfa/enable.ts';
import { route } from '#lib/edge/route.ts';
import { oneTimeCode } from '#lib/model/identity/mfa.ts';

/**
 * Enables one-time codes and answers ten recovery codes, shown once; 400 for a wrong code, 409 without a pending setup,
 * 410 where the setup has expired, 429.
 */
export const handler = route(
  {
    name: 'enableMfa',
    action: null,
    body: z.strictObject({ code: oneTimeCode }),
    reply: z.strictObject({ enabled: z.literal(true), recovery_codes: z.array(z.string()).length(10) }),
  },
  (context, { body }) => enableMfa(context, body),
);
