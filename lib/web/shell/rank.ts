import type { Hit } from './hit.ts';

/** How many letters of a word may be wrong: none of a short one, and at most two. */
const forgiven = (word: string): number => Math.min(2, Math.floor(word.length / 4));

/** A row of the table of distances (Damerau and Levenshtein): of the first letters of a word to those of another. */
function nextRow(typed: string, word: string, at: number, [before, row]: readonly [number[], number[]]): number[] {
  const next = [at];
  for (let to = 1; to <= word.length; to++) {
    const same = typed[at - 1] === word[to - 1] ? 0 : 1;
    const isSwapped = typed[at - 1] === word[to - 2] && typed[at - 2] === word[to - 1];
    const steps = [(row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same];
    next.push(Math.min(...steps, isSwapped ? (before[to - 2] ?? most) + 1 : most));
  }
  return next;
}

const most = Number.POSITIVE_INFINITY;

/**
 * The least number of letters that make a word the beginning of another: each is one that is missing, one too many,
 * another one, or one that has changed places with the next.
 */
function slips(typed: string, word: string): number {
  let rows: [number[], number[]] = [[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= typed.length; at++) rows = [rows[1], nextRow(typed, word, at, rows)];
  return Math.min(...rows[1]);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean);

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** The letters that are wrong in a word as the beginning of another; undefined for too many. Digits are never wrong. */
export function wrongIn(typed: string, word: string): number | undefined {
  const limit = forgiven(typed);
  if (limit === 0 || !digitsOf(word).startsWith(digitsOf(typed))) return undefined;
  const least = slips(typed, word);
  return least <= limit ? least : undefined;
}

/**
 * How far a text is from a label: 0 where each of its words begins one of the label's, 1 where each is a part of it,
 * and more for each letter that is wrong; undefined where it is not meant.
 */
export function distance(text: string, label: string): number | undefined {
  const own = wordsOf(label);
  const whole = label.toLowerCase();
  let far = 0;
  for (const word of wordsOf(text)) {
    if (own.some((one) => one.startsWith(word))) continue;
    const wrong = whole.includes(word) ? [0] : own.flatMap((one) => wrongIn(word, one) ?? []);
    if (wrong.length === 0) return undefined;
    far = Math.max(far, 1) + Math.min(...wrong);
  }
  return far;
}

const ranks = { action: 0, page: 1, resource: 2 };

/**
 * Hits in the order in which they are offered: those that are spelt as typed before those that are forgiven a letter;
 * of these, what is done before where one goes, and both before what there is; of these, the nearest.
 */
export function ranked(text: string, hits: readonly Hit[]): Hit[] {
  const near = hits.flatMap((hit) => {
    const far = distance(text, hit.label) ?? (hit.isFound ? 1 : undefined);
    return far === undefined ? [] : [{ hit, far }];
  });
  const order = ({ hit, far }: (typeof near)[number]) => (far > 1 ? 100 : 0) + ranks[hit.rank] * 10 + far;
  return near.sort((a, b) => order(a) - order(b)).map(({ hit }) => hit);
}
