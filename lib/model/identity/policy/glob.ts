/** Whether a text matches a pattern. */
export type Matcher = (text: string) => boolean;

/**
 * Compiles a pattern. `*` matches any characters or none, `?` one UTF-16 unit, and every other character itself. The
 * pieces between stars are searched once from left to right without backtracking, so a match costs at most the length
 * of the text times that of the longest piece.
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

/** Whether a pattern matches some, or every, text that begins with a prefix. */
export interface PrefixMatcher {
  some: Matcher;
  every: Matcher;
}

/**
 * Compiles a pattern for prefixes. Up to its first star a pattern fixes each character, and a star matches any rest. So
 * it matches some text below a prefix where both agree on their common length. It matches every one where it matches
 * the prefix itself and only `?` follows its last star.
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

/**
 * Finds the pieces in order. The leftmost match of each piece leaves the most room for the next, so no other match
 * needs a test.
 */
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
