/* Where a field of a JSON text stands, so that what the platform has against it can be shown there. */

/** A part of a text, from its first character to behind its last. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** The line of the first character, from 1. */
  readonly line: number;
}

/** The parts of a path: `document.Statement[0].Action` is `document`, `Statement`, `0`, `Action`. */
const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/**
 * Where the value of a path stands in a JSON text that parses. The place of the nearest value around it, where the
 * field is missing.
 */
export function placeOf(text: string, path: string): Place {
  const wanted = partsOf(path);
  let found = { from: 0, to: text.length, depth: -1 };
  walk(text, (at, from, to) => {
    const isAround = at.length <= wanted.length && at.every((part, place) => part === wanted[place]);
    if (isAround && at.length > found.depth) found = { from, to, depth: at.length };
  });
  return { from: found.from, to: found.to, line: lineOf(text, found.from) };
}

/** The line of a character, from 1. */
export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Where the parser of the browser stopped, by its message; undefined where the message does not say. */
export function stoppedAt(text: string, message: string): number | undefined {
  const [, at] = /position (\d+)/.exec(message) ?? [];
  if (at !== undefined) return Math.min(Number(at), text.length);
  return /end of (?:JSON|data)/i.test(message) ? text.length : undefined;
}

type See = (at: readonly string[], from: number, to: number) => void;

/** Tells each value of a JSON text, with its path and its place. */
function walk(text: string, see: See): void {
  value(text, skip(text, 0), [], see);
}

const skip = (text: string, at: number): number => {
  let next = at;
  while (/\s/.test(text.charAt(next))) next += 1;
  return next;
};

/** Passes one value, and answers where it ends. */
function value(text: string, from: number, at: readonly string[], see: See): number {
  const first = text.charAt(from);
  const to = first === '{' || first === '[' ? container(text, from, at, see) : scalar(text, from);
  see(at, from, to);
  return to;
}

/** Where a string, a number or a word ends. */
function scalar(text: string, from: number): number {
  const isString = text.charAt(from) === '"';
  let to = from + 1;
  if (!isString) {
    while (to < text.length && !/[\s,\]}]/.test(text.charAt(to))) to += 1;
    return to;
  }
  while (to < text.length && text.charAt(to) !== '"') to += text.charAt(to) === '\\' ? 2 : 1;
  return to + 1;
}

/** Passes an object or an array. */
function container(text: string, from: number, at: readonly string[], see: See): number {
  const isArray = text.charAt(from) === '[';
  let next = skip(text, from + 1);
  for (let count = 0; next < text.length && !/[\]}]/.test(text.charAt(next)); count += 1) {
    let name = String(count);
    if (!isArray) {
      const end = scalar(text, next);
      name = nameOf(text.slice(next, end));
      next = skip(text, skip(text, end) + 1);
    }
    next = skip(text, value(text, next, [...at, name], see));
    if (text.charAt(next) === ',') next = skip(text, next + 1);
  }
  return next + 1;
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
