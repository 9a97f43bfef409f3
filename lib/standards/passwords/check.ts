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
  // Shorter names would forbid passwords that merely end in a letter and some digits.
  return [address, mailbox, domain].some((word) => word.length >= 3 && isVariantOf(text, word));
}

/** Keyboard rows, columns and zigzags, the alphabet and the digits: sequences that are typed without thought. */
const walks = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  'qwertzuiop',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  '1a2b3c4d5e6f7g8h',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfv',
  'zaq1xsw2cde3vfr4bgt5',
  '147258369',
  '159357456258',
];
const bothWays = walks.flatMap((walk) => [walk, [...walk].reverse().join('')]);

const leet: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', $: 's', '5': 's', '7': 't', '!': 'i' };

/**
 * Whether a password is a common word or a keyboard sequence, or a trivial variant: capitals, leet spelling,
 * repetition, or a year or the like with a symbol or two (or a keyboard sequence) before or after it. Expects the
 * normalised password. The list of words is loaded at first use.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const unit = repeatedUnit(password.toLowerCase());
  // A repetition of up to three characters is trivial.
  if (unit.length <= 3 || isWalks(unit)) return true;
  const { commonWords } = await import('./common-words.ts');
  return cores(unit).some((core) => commonWords.has(core) || commonWords.has(repeatedUnit(core)));
}

/** Whether the whole password is `word` (lower case) or a trivial variant of it. */
export function isVariantOf(password: string, word: string): boolean {
  const unit = repeatedUnit(password.toLowerCase());
  return unit === word || cores(unit).some((core) => core === word);
}

/** The shortest text whose repetition makes the whole text; the whole text where nothing repeats. */
function repeatedUnit(text: string): string {
  const period = (text + text).indexOf(text, 1);
  return text.slice(0, period);
}

/** The possible words in a text without trivial additions around them, as written and without leet spelling. */
function cores(text: string): string[] {
  // Tries every split, because a character at the edge may belong to the word or to an addition: "cr@zym3@2026".
  const lead = /^[^\p{L}]{0,12}/u.exec(text)?.[0] ?? '';
  const tail = /[^\p{L}]{0,12}$/u.exec(text)?.[0] ?? '';
  const starts = lengthsUpTo(lead.length).filter((length) => isTrivial(lead.slice(0, length)));
  const ends = lengthsUpTo(tail.length).filter((length) => isTrivial(tail.slice(tail.length - length)));
  const candidates = starts.flatMap((start) => ends.map((end) => text.slice(start, text.length - end)));
  return candidates.flatMap((core) => [core, unleeted(core, 'i'), unleeted(core, 'l')]);
}

function lengthsUpTo(longest: number): number[] {
  return Array.from({ length: longest + 1 }, (_, length) => length);
}

function unleeted(text: string, one: string): string {
  return text.replace(/[@4035$7!1]/g, (sign) => leet[sign] ?? one);
}

function isTrivial(affix: string): boolean {
  return affix.length <= 4 || /^[^\p{L}\d]{0,2}\d{0,4}[^\p{L}\d]{0,2}$/u.test(affix) || isWalks(affix);
}

/** Whether the whole text consists of parts of keyboard sequences of three characters or more. */
function isWalks(text: string): boolean {
  // reachable[i]: the first i characters consist of such parts.
  const reachable = [true];
  for (let end = 1; end <= text.length; end++) {
    reachable[end] = reachable.some(
      (reached, start) => reached && end - start >= 3 && bothWays.some((walk) => walk.includes(text.slice(start, end))),
    );
  }
  return reachable[text.length] === true;
}
