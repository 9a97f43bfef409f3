import * as z from 'zod';
import { iamLogin } from '#lib/domain/identity/iam-login/login.ts';
import { route } from '#lib/edge/route.ts';
import { codeNeeded, passwordNeeded } from '#lib/model/identity/mfa.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { iamTokens } from '#lib/model/identity/user.ts';
import { accountId } from '#lib/model/platform/common.ts';

/**
 * Logs an IAM user in, or asks for a code or a new password; 401 is the same for every wrong login, 403 when blocked,
 * 429.
 */
export const handler = route(
  {
    name: 'iamLogin',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      account_id: accountId,
      username: z.string().min(1).max(64).describe("The IAM user's name.").meta({ example: 'alice' }),
      password: z.string().describe('The password.').meta({ writeOnly: true, example: 'correct-horse-battery-0' }),
      session_proof: sessionProof,
    }),
    reply: z.union([iamTokens, codeNeeded, passwordNeeded]),
  },
  (context, { body }) => iamLogin(context, body),
);
