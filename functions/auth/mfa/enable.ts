import * as z from 'zod';
import { enableMfa } from '#lib/domain/identity/mfa/enable.ts';
import { route } from '#lib/edge/route.ts';
import { oneTimeCode } from '#lib/model/identity/mfa.ts';

/** Enables one-time codes and answers ten recovery codes, once; 400 wrong code, 409 nothing to enable, 410 setup over, 429. */
export const handler = route(
  {
    name: 'enableMfa',
    action: null,
    body: z.strictObject({ code: oneTimeCode }),
    reply: z.strictObject({ enabled: z.literal(true), recovery_codes: z.array(z.string()).length(10) }),
  },
  (context, { body }) => enableMfa(context, body),
);
