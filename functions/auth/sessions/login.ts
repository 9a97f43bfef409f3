import * as z from 'zod';
import { login } from '#lib/domain/identity/sessions/login.ts';
import { route } from '#lib/edge/route.ts';
import { codeNeeded } from '#lib/model/identity/mfa.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { email, tokens } from '#lib/model/identity/user.ts';

/**
 * Logs in, or asks for a one-time code; 401 is the same for an unknown address and a wrong password, 403 when blocked,
 * 429 after five failures.
 */
export const handler = route(
  {
    name: 'login',
    action: null,
    public: true,
    sameOrigin: true,
    body: z.strictObject({
      email,
      password: z.string().describe('The password.').meta({ writeOnly: true, example: 'correct-horse-battery-0' }),
      session_proof: sessionProof,
    }),
    reply: z.union([tokens, codeNeeded]),
  },
  (context, { body }) => login(context, body),
);
