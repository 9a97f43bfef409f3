import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { findPasswordPolicy, policyVersion, putPasswordPolicy } from '#lib/store/identity/password-policy.ts';

/** Replaces the rules for passwords that are set from now on. An omitted rule gets its default. */
export function updatePasswordPolicy(context: Context, rules: PasswordPolicy): Promise<PasswordPolicy> {
  const { account_id } = context.principal;
  return retryOnConflict(async () => {
    const before = await findPasswordPolicy(account_id);
    const version = policyVersion(before);
    context.match(version);
    return context.commit({
      writes: [putPasswordPolicy(account_id, before, rules)],
      reply: rules,
      version: version + 1,
    });
  });
}
