import * as z from 'zod';
import { verifyTwoFactor } from '#lib/domain/identity/sessions/verify-two-factor.ts';
import { route } from '#lib/edge/route.ts';
import { anyCode, pendingToken } from '#lib/model/identity/mfa.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { tokens } from '#lib/model/identity/user.ts';

/** Finishes a login with a one-time or recovery code; 401 for a wrong code, 410 for an expired or used token, 429. */
export const handler = route(
  {
    name: 'verifyTwoFactor',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      pending_token: pendingToken.meta({ writeOnly: true }),
      code: anyCode,
      session_proof: sessionProof,
    }),
    reply: tokens,
  },
  (context, { body }) => verifyTwoFactor(context, body),
);
