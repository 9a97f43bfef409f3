import * as z from 'zod';
import { updateAccount } from '#lib/domain/accounts/update-account.ts';
import { route } from '#lib/edge/route.ts';
import { accountId } from '#lib/model/common.ts';
import { displayName } from '#lib/model/user.ts';

/** Renames the account; 403 for all but its root user, owners and admins. */
export const handler = route(
  {
    name: 'updateAccount',
    action: null,
    body: z.strictObject({ name: displayName }),
    reply: z.strictObject({ account_id: accountId, name: z.string() }),
  },
  (context, { body }) => updateAccount(context, body),
);
