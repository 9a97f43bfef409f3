import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { ApiError, invalidFields } from '#lib/model/platform/errors.ts';
import { checkPassword, isVariantOf } from '#lib/standards/passwords/check.ts';
import { hashPassword, verifyPassword } from '#lib/standards/passwords/hash.ts';
import { characters, isTooLong, normalised } from '#lib/standards/passwords/normalise.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';

/** The number of earlier hashes that are kept, which is the most that an account may forbid. */
const historyLength = 24;

type PasswordHolder = Pick<IamUserRecord, 'username' | 'password_hash' | 'password_history'>;

/** The attributes of a user's record that a new password changes. */
export type PasswordChange = Pick<IamUserRecord, 'password_hash' | 'password_history' | 'password_changed_at'>;

/**
 * Checks a new password of an existing or new IAM user, and returns the attributes to store. 400 names `field` and each
 * rule that the password breaks; 400 where it is one of the last passwords that the account's policy forbids.
 */
export async function acceptIamPassword(
  user: PasswordHolder,
  password: string,
  { policy, now, field = 'password' }: { policy: PasswordPolicy; now: Date; field?: string },
): Promise<PasswordChange> {
  const broken = await brokenRules(password, policy, user.username);
  if (broken.length > 0) {
    throw invalidFields(broken.map((message) => ({ field, message })));
  }
  await refuseReuse(user, password, { count: policy.reuse_prevention, field });
  return {
    password_hash: await hashPassword(password),
    password_history: passwordHistoryOf(user),
    password_changed_at: rfc3339(now),
  };
}

/** The hashes of earlier passwords once the current one is replaced or removed. */
export const passwordHistoryOf = ({ password_hash, password_history }: Omit<PasswordHolder, 'username'>): string[] =>
  [...(password_hash === null ? [] : [password_hash]), ...password_history].slice(0, historyLength);

async function refuseReuse(user: PasswordHolder, password: string, { count, field }: { count: number; field: string }) {
  for (const hash of passwordHistoryOf(user).slice(0, count)) {
    if (!(await verifyPassword(hash, password))) continue;
    throw new ApiError('validation_failed', `${field}: must not be one of the last ${count} passwords`);
  }
}

type Rule = [name: keyof PasswordPolicy, present: RegExp, what: string];

const kinds: readonly Rule[] = [
  ['require_uppercase', /\p{Lu}/u, 'an upper-case letter'],
  ['require_lowercase', /\p{Ll}/u, 'a lower-case letter'],
  ['require_number', /\p{Nd}/u, 'a digit'],
  ['require_symbol', /[^\p{L}\p{N}\s]/u, 'a symbol'],
];

/**
 * Each rule that a new password of an IAM user breaks, as text that follows "password": the account's rules, and the
 * rules for all passwords. Empty where the password is acceptable.
 */
async function brokenRules(password: string, policy: PasswordPolicy, username: string): Promise<string[]> {
  const broken = await checkPassword(password);
  const general = broken.filter((rule) => !rule.startsWith('must have at least'));
  if (!password.isWellFormed() || isTooLong(password)) return general;
  const text = normalised(password);
  const short = characters(password) < policy.min_length;
  return [
    ...(short ? [`must have at least ${policy.min_length} characters`] : []),
    ...kinds.filter(([name, present]) => policy[name] && !present.test(text)).map(([, , what]) => `must have ${what}`),
    ...general,
    // Shorter usernames would forbid passwords that merely end in a letter and some digits.
    ...(username.length >= 3 && isVariantOf(text, username.toLowerCase())
      ? ['must not be made from the username']
      : []),
  ];
}
