import { isCommonPassword, isVariantOf } from './common.ts';
import { characters, isTooLong, MAX_CHARACTERS, MIN_CHARACTERS, normalised } from './normalise.ts';

/**
 * The rules that a new password breaks, each as text that follows "password"; empty where it is acceptable (contract
 * 4.6).
 */
export async function checkPassword(password: string, about: { email?: string } = {}): Promise<string[]> {
  if (!password.isWellFormed()) return ['must be well-formed Unicode'];
  if (isTooLong(password)) return [`must have at most ${MAX_CHARACTERS} characters`];
  const text = normalised(password);
  const broken: string[] = [];
  if (characters(password) < MIN_CHARACTERS) broken.push(`must have at least ${MIN_CHARACTERS} characters`);
  if (await isCommonPassword(text)) broken.push('must not be a commonly used password or a slight variant of one');
  if (about.email && isFromEmail(text, about.email)) broken.push('must not be made from the e-mail address');
  return broken;
}

function isFromEmail(text: string, email: string): boolean {
  const address = email.toLowerCase();
  const [mailbox = '', domain = ''] = address.split('@');
  // A shorter name would forbid passwords that only end in one letter and some digits.
  return [address, mailbox, domain].some((word) => word.length >= 3 && isVariantOf(text, word));
}
