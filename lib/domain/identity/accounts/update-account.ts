import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { renameAccount } from '#lib/store/identity/accounts.ts';

/** Renames the account. 403 unless the caller is the root user, an owner or an admin. */
export async function updateAccount(
  context: Context,
  { name }: { name: string },
): Promise<{ account_id: string; name: string }> {
  const { type, role, account_id } = context.principal;
  if (type !== 'root' && role !== 'owner' && role !== 'admin') {
    throw new ApiError(
      'access_denied',
      `user ${context.principal.name} may not rename account ${account_id} (root, owner or admin)`,
    );
  }
  return context.commit({
    writes: [renameAccount(account_id, name, rfc3339(context.now))],
    reply: { account_id, name },
  });
}
