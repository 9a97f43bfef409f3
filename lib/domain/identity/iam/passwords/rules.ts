import { checkPassword } from '#lib/drivers/passwords/check.ts';
import { isVariantOf } from '#lib/drivers/passwords/common.ts';
import { characters, isTooLong, normalised } from '#lib/drivers/passwords/normalise.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';

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
