import * as z from 'zod';
import { enableMfa } from '#lib/domain/identity/mfa/enable.ts';
import { route } from '#lib/edge/route.ts';
import { oneTimeCode } from '#lib/model/identity/mfa.ts';

/**
 * Enables one-time codes and returns ten recovery codes, shown once; 400 for a wrong code, 409 without a pending setup,
 * 410 code_expired if the setup has expired, 429.
 */
export const handler = route(
  {
    name: 'enableMfa',
    action: null,
    body: z.strictObject({ code: oneTimeCode }),
    reply: z.strictObject({
      enabled: z.literal(true).describe('States that logins need a code from now on.'),
      recovery_codes: z
        .array(z.string())
        .length(10)
        .describe(
          'The recovery codes, each of which replaces a one-time code for one login. No other reply shows them.',
        )
        .meta({ example: Array.from('2345678923', (digit) => `k7m${digit}v-q8w2c`) }),
    }),
  },
  (context, { body }) => enableMfa(context, body),
);
