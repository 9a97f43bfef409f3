import type { Context } from '#lib/domain/platform/context.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { putPasswordPolicy } from '#lib/store/identity/password-policy.ts';

/** Replaces the rules, for passwords that are set from now on. A rule that is left out takes its default. */
export const updatePasswordPolicy = (context: Context, rules: PasswordPolicy): Promise<PasswordPolicy> =>
  context.commit({ writes: [putPasswordPolicy(context.principal.account_id, rules)], reply: rules });
