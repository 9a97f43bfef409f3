import type { Context } from '#lib/domain/platform/context.ts';
import { defaultPasswordPolicy, type PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { findPasswordPolicy, policyVersion } from '#lib/store/identity/password-policy.ts';

/** The account's rules for the passwords of its IAM users. */
export async function showPasswordPolicy(context: Context): Promise<PasswordPolicy> {
  const record = await findPasswordPolicy(context.principal.account_id);
  return context.show(record?.rules ?? defaultPasswordPolicy, policyVersion(record));
}
