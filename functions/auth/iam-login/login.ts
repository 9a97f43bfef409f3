import * as z from 'zod';
import { iamLogin } from '#lib/domain/iam-login/login.ts';
import { route } from '#lib/edge/route.ts';
import { accountId } from '#lib/model/common.ts';
import { codeNeeded, passwordNeeded } from '#lib/model/mfa.ts';
import { iamTokens } from '#lib/model/user.ts';

/** Logs an IAM user in, or asks for a code or a new password; 401 alike for every wrong login, 403 when blocked, 429. */
export const handler = route(
  {
    name: 'iamLogin',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({ account_id: accountId, username: z.string().min(1).max(64), password: z.string() }),
    reply: z.union([iamTokens, codeNeeded, passwordNeeded]),
  },
  (context, { body }) => iamLogin(context, body),
);
