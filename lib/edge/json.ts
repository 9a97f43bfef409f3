import { ApiError } from '#lib/model/platform/errors.ts';

/** The deepest nesting of a body; no schema comes near it. */
const maxDepth = 64;

/**
 * Parses the JSON of a body. 400 invalid_json for text that is not JSON in UTF-8, and for values that stores or readers
 * would change: lone surrogates, keys named `__proto__`, nesting beyond 64 levels. The message never quotes the body,
 * which may hold secrets.
 */
export function readJson(bytes: Buffer): unknown {
  const value = parsed(bytes);
  const fault = faultIn(value);
  if (fault) throw new ApiError('invalid_json', `body: ${fault}`);
  return value;
}

function parsed(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('invalid_json', 'body: is not valid UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = /at position (\d+)/.exec((error as Error).message)?.[1];
    throw new ApiError('invalid_json', `body: is not valid JSON${place ? ` (position ${place})` : ''}`);
  }
}

/**
 * The fault of a value at any depth; undefined where it has none. It works level by level, so that a deep body cannot
 * overflow the stack.
 */
function faultIn(value: unknown): string | undefined {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    const objects = level.filter((item) => typeof item === 'object' && item !== null) as object[];
    const keys = objects.flatMap((item) => (Array.isArray(item) ? [] : Object.keys(item)));
    const texts = level.filter((item) => typeof item === 'string');
    if (keys.includes('__proto__')) return 'must not have a key "__proto__"';
    if (![...keys, ...texts].every((text) => text.isWellFormed())) return 'has text that is not well-formed Unicode';
    level = objects.flatMap((item) => Object.values(item));
  }
  return undefined;
}
