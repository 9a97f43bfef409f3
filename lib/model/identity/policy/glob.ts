/** Whether a text is what a pattern describes. */
export type Matcher = (text: string) => boolean;

/**
 * Compiles a pattern: `*` stands for any characters or none, `?` for exactly one (of UTF-16), all else for itself.
 * The pieces between stars are sought once, left to right, and never given back, so a match costs at most the text's
 * length times the longest piece's, whatever the pattern.
 */
export function glob(pattern: string): Matcher {
  if (pattern === '*') return () => true;
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return head.includes('?') ? (text) => same(text, head) : (text) => text === head;
  const pieces = rest.filter((piece) => piece !== '');
  const shortest = [head, tail, ...pieces].reduce((sum, piece) => sum + piece.length, 0);
  return (text) => {
    if (text.length < shortest || !standsAt(text, head, 0) || !standsAt(text, tail, text.length - tail.length)) {
      return false;
    }
    return inOrder(text, pieces, head.length, text.length - tail.length);
  };
}

/** Of the texts that begin in one way, whether a pattern describes some, or every one of them. */
export interface PrefixMatcher {
  some: Matcher;
  every: Matcher;
}

/**
 * Compiles a pattern for prefixes. Up to its first star a pattern says what stands where, and a star takes up whatever is
 * left; so some text under a prefix fits as soon as both agree as far as both go, and every one does where the prefix
 * fits by itself and nothing but `?` comes after the last star.
 */
export function globUnder(pattern: string): PrefixMatcher {
  const [head = '', ...rest] = pattern.split('*');
  const isOpen = rest.length > 0;
  const agrees: Matcher = (prefix) => standsAt(prefix, head.slice(0, prefix.length), 0);
  const matches = glob(pattern);
  const endsOpen = isOpen && /^\?*$/.test(rest.at(-1) ?? '');
  return {
    some: (prefix) => (isOpen || prefix.length <= head.length) && agrees(prefix),
    every: (prefix) => endsOpen && matches(prefix),
  };
}

const same = (text: string, piece: string): boolean => text.length === piece.length && standsAt(text, piece, 0);

/** The leftmost place of each piece leaves the most room for the next, so no other needs trying. */
function inOrder(text: string, pieces: readonly string[], from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    const found = find(text, piece, at, end);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

function find(text: string, piece: string, from: number, end: number): number {
  if (!piece.includes('?')) {
    const found = text.indexOf(piece, from);
    return found + piece.length <= end ? found : -1;
  }
  for (let at = from; at + piece.length <= end; at++) if (standsAt(text, piece, at)) return at;
  return -1;
}

function standsAt(text: string, piece: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at);
  for (let i = 0; i < piece.length; i++) if (piece[i] !== '?' && piece[i] !== text[at + i]) return false;
  return true;
}
