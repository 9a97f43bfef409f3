import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { checkPassword } from '#lib/drivers/passwords/check.ts';
import { isVariantOf } from '#lib/drivers/passwords/common.ts';
import { hashPassword, verifyPassword } from '#lib/drivers/passwords/hash.ts';
import { characters, isTooLong, normalised } from '#lib/drivers/passwords/normalise.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';

/** Earlier passwords that are kept, in case the account comes to forbid as many. */
const kept = 24;

type Held = Pick<IamUserRecord, 'username' | 'password_hash' | 'password_history'>;

/** What a password changes of its user's record. */
export type PasswordChange = Pick<IamUserRecord, 'password_hash' | 'password_history' | 'password_changed_at'>;

/**
 * A new password of an IAM user (or of one that is being made) as their record keeps it. 400 naming `field` with every
 * rule that it breaks; 400 where it is one of the latest that the account's policy forbids to use again.
 */
export async function acceptIamPassword(
  user: Held,
  password: string,
  { policy, now, field = 'password' }: { policy: PasswordPolicy; now: Date; field?: string },
): Promise<PasswordChange> {
  const broken = await brokenRules(password, policy, user.username);
  if (broken.length > 0) {
    throw new ApiError('validation_failed', broken.map((rule) => `${field}: ${rule}`).join('; '));
  }
  await refuseReuse(user, password, { count: policy.reuse_prevention, field });
  return {
    password_hash: await hashPassword(password),
    password_history: pastOf(user),
    password_changed_at: rfc3339(now),
  };
}

/** The hashes that are earlier ones' once another password, or none, takes the place of the present one. */
export const pastOf = ({ password_hash, password_history }: Omit<Held, 'username'>): string[] =>
  [...(password_hash === null ? [] : [password_hash]), ...password_history].slice(0, kept);

async function refuseReuse(user: Held, password: string, { count, field }: { count: number; field: string }) {
  for (const hash of pastOf(user).slice(0, count)) {
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
 * Every rule that a new password of an IAM user breaks, each to be read after "password": the account's, and those that
 * hold for everybody; none when it is acceptable.
 */
export async function brokenRules(password: string, policy: PasswordPolicy, username: string): Promise<string[]> {
  const broken = await checkPassword(password);
  const everybodys = broken.filter((rule) => !rule.startsWith('must have at least'));
  if (!password.isWellFormed() || isTooLong(password)) return everybodys;
  const text = normalised(password);
  const short = characters(password) < policy.min_length;
  return [
    ...(short ? [`must have at least ${policy.min_length} characters`] : []),
    ...kinds.filter(([name, present]) => policy[name] && !present.test(text)).map(([, , what]) => `must have ${what}`),
    ...everybodys,
    // Shorter names would forbid passwords that merely end in one letter and some digits.
    ...(username.length >= 3 && isVariantOf(text, username.toLowerCase())
      ? ['must not be made from the username']
      : []),
  ];
}
