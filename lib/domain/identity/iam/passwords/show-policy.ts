import type { Context } from '#lib/domain/platform/context.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';

/** The account's rules for the passwords of its IAM users. */
export const showPasswordPolicy = ({ principal }: Context): Promise<PasswordPolicy> =>
  getPasswordPolicy(principal.account_id);
