import * as z from 'zod';
import { verifyIamLogin } from '#lib/domain/identity/iam-login/verify.ts';
import { route } from '#lib/edge/route.ts';
import { anyCode, pendingToken } from '#lib/model/identity/mfa.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { iamTokens } from '#lib/model/identity/user.ts';

/**
 * Finishes an IAM user's login with a one-time or recovery code; 401 for a wrong code, 410 for an expired or used
 * token, 429.
 */
export const handler = route(
  {
    name: 'verifyIamLogin',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      pending_token: pendingToken.meta({ writeOnly: true }),
      code: anyCode,
      session_proof: sessionProof,
    }),
    reply: iamTokens,
  },
  (context, { body }) => verifyIamLogin(context, body),
);
