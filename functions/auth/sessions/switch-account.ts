import * as z from 'zod';
import { switchAccount } from '#lib/domain/identity/sessions/switch-account.ts';
import { route } from '#lib/edge/route.ts';
import { sessionProof } from '#lib/model/identity/session.ts';
import { tokens } from '#lib/model/identity/user.ts';
import { accountId } from '#lib/model/platform/common.ts';

/**
 * Starts a new session in a team that the caller belongs to, or in the caller's own account; 403 account_blocked, 404
 * for any other account.
 */
export const handler = route(
  {
    name: 'switchAccount',
    action: null,
    body: z.strictObject({ account_id: accountId, session_proof: sessionProof }),
    reply: tokens,
  },
  (context, { body }) => switchAccount(context, body),
);
