import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';

/** Whether the account's policy has a password changed by now. */
export function isExpired(
  { password_changed_at }: IamUserRecord,
  { max_age_days }: PasswordPolicy,
  now: Date,
): boolean {
  if (max_age_days === 0 || password_changed_at === null) return false;
  return Date.parse(password_changed_at) + max_age_days * 86_400_000 <= now.getTime();
}
