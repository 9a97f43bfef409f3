import * as z from 'zod';
import { setIamLoginPassword } from '#lib/domain/identity/iam-login/set-password.ts';
import { route } from '#lib/edge/route.ts';
import { codeNeeded, pendingToken } from '#lib/model/identity/mfa.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { iamTokens } from '#lib/model/identity/user.ts';

/**
 * Sets the new password that an IAM user's login asked for, and continues the login; 400 for broken rules, 410 for an
 * expired token.
 */
export const handler = route(
  {
    name: 'setIamLoginPassword',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      pending_token: pendingToken.meta({ writeOnly: true }),
      new_password: z
        .string()
        .describe('The new password.')
        .meta({ writeOnly: true, example: 'correct-horse-battery-1' }),
      session_proof: sessionProof,
    }),
    reply: z.union([iamTokens, codeNeeded]),
  },
  (context, { body }) => setIamLoginPassword(context, body),
);
