import * as z from 'zod';
import { refresh } from '#lib/domain/identity/sessions/refresh.ts';
import { route } from '#lib/edge/route.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { iamTokens, tokens } from '#lib/model/identity/user.ts';
import { exampleRefreshToken } from '#lib/model/platform/example-token.ts';

/**
 * Returns a new pair of tokens for a refresh token, which is in the body or else in the cookie; 401 unless it is the
 * current one of its session.
 */
export const handler = route(
  {
    name: 'refresh',
    action: null,
    public: true,
    sameOrigin: true,
    refreshCookie: true,
    body: z.strictObject({
      refresh_token: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .describe('The refresh token; if it is omitted, the cookie is used.')
        .meta({ writeOnly: true, example: exampleRefreshToken }),
      session_proof: sessionProof,
    }),
    reply: z.union([tokens, iamTokens]),
  },
  (context, { body }) => refresh(context, body),
);
