import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { platformAccount, srn } from '#lib/model/platform/principal.ts';
import { type AccountRecord, getAccounts, readOwner } from '#lib/store/identity/accounts.ts';
import { indexAccounts } from '#lib/store/identity/all-accounts.ts';
import { getEmailOwner } from '#lib/store/identity/emails.ts';
import { addOperator, getOperators, removeOperator } from '#lib/store/identity/operators.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';

/** An account that runs the deployment. */
export type OperatorAccount = Pick<AccountRecord, 'account_id' | 'name' | 'owner_id'>;

/**
 * Makes the account of this address an operator's. 404 for an address that nobody signed up with, 403 while it is not
 * verified: the owner of the address could take the account over by a password reset.
 */
export async function nameOperator(email: string): Promise<OperatorAccount> {
  const { account, isVerified } = await accountOf(email);
  if (!isVerified) throw new ApiError('email_not_verified', `${email} is not verified; log in and verify it first`);
  // Accounts from before operators existed are not in the index yet.
  await indexAccounts();
  await transact([addOperator(account.account_id), note('platform:NameOperator', account)]);
  return account;
}

/** Removes the account of this address from the operators; 404 where it is not one. */
export async function dropOperator(email: string): Promise<OperatorAccount> {
  const { account } = await accountOf(email);
  const known = await getOperators();
  if (!known.includes(account.account_id))
    throw new ApiError('not_found', `${email} (account ${account.account_id}) is no operator`);
  await transact([removeOperator(account.account_id), note('platform:DropOperator', account)]);
  return account;
}

/** The accounts that run the deployment. */
export const listOperators = async (): Promise<OperatorAccount[]> => getAccounts(await getOperators());

async function accountOf(email: string): Promise<{ account: AccountRecord; isVerified: boolean }> {
  const found = await getEmailOwner(email.toLowerCase());
  const { user, account } = found ? await readOwner(found.user_id, found.account_id) : {};
  if (!user || !account) throw new ApiError('not_found', `${email} is the address of no account's owner`);
  return { account, isVerified: user.email_verified };
}

/** The entry in the platform's own log. It was done by a person with the deployment's credentials, not by a request. */
function note(action: string, { account_id }: AccountRecord): Write {
  const now = civilNow();
  return writeAudit({
    id: newId('log', now),
    account_id: platformAccount,
    at: rfc3339(now),
    actor: { type: 'root', id: 'system', name: 'npm run operator', access_key_id: null },
    service: 'platform',
    method: 'PUT',
    path: `/platform/accounts/${account_id}`,
    action,
    resource: srn('platform', account_id, `account/${account_id}`),
    status: 200,
    request_id: newId('request', now),
    source_ip: '',
    user_agent: '',
    idempotency_replayed: false,
  });
}
