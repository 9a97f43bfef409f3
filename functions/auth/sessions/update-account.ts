import * as z from 'zod';
import { updateAccount } from '#lib/domain/identity/accounts/update-account.ts';
import { route } from '#lib/edge/route.ts';
import { displayName } from '#lib/model/identity/user.ts';
import { accountId } from '#lib/model/platform/common.ts';

/** Renames the account; 403 unless the caller is its root user, an owner or an admin. */
export const handler = route(
  {
    name: 'updateAccount',
    action: null,
    body: z.strictObject({ name: displayName }),
    reply: z.strictObject({
      account_id: accountId,
      name: z.string().describe('The name of the account.').meta({ example: 'Blue Lotus Traders' }),
    }),
  },
  (context, { body }) => updateAccount(context, body),
);
