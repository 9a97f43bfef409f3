import type { Context } from '#lib/domain/context.ts';
import { ApiError } from '#lib/model/errors.ts';
import type { Profile } from '#lib/model/user.ts';
import { readOwner } from '#lib/store/accounts.ts';
import { statusOf } from './view.ts';

/** Who the caller is; what does not apply to their kind is null. */
export async function getMe(context: Context): Promise<Profile> {
  const { principal } = context;
  const { user, account } = await readOwner(principal.id, principal.account_id);
  if (!user || !account) throw new ApiError('invalid_token', 'access token is no longer valid; log in again');
  return {
    type: principal.type,
    id: user.id,
    email: user.email,
    username: null,
    name: user.name,
    account_id: account.account_id,
    email_verified: user.email_verified,
    mfa_enabled: user.mfa_enabled,
    role: 'owner',
    groups: [],
    policies: [],
    status: statusOf(user, account),
    created_at: user.created_at,
    accounts: [{ account_id: account.account_id, name: account.name, role: 'owner' }],
    auth_method: principal.auth_method,
  };
}
