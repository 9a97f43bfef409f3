import * as z from 'zod';
import { switchAccount } from '#lib/domain/sessions/switch-account.ts';
import { route } from '#lib/edge/route.ts';
import { accountId } from '#lib/model/common.ts';
import { tokens } from '#lib/model/user.ts';

/** A new session in a team that the caller belongs to, or in their own account again; 403 account_blocked, 404 for any other account. */
export const handler = route(
  { name: 'switchAccount', action: null, body: z.strictObject({ account_id: accountId }), reply: tokens },
  (context, { body }) => switchAccount(context, body),
);
