import { ApiError } from '#lib/model/platform/errors.ts';
import { repeatedKey } from '#lib/model/platform/repeated-key.ts';

/** The deepest nesting of a body; no schema comes near it. */
const maxDepth = 64;

/**
 * Parses the JSON of a body. 400 invalid_json for text that is not JSON in UTF-8, and for values that stores or readers
 * would change: lone surrogates, keys named `__proto__`, nesting beyond 64 levels. 400 validation_failed for a key that
 * an object has twice. The message quotes no value of the body, which may hold secrets.
 */
export function readJson(bytes: Buffer): unknown {
  const text = decoded(bytes);
  const value = parsed(text);
  const fault = faultIn(value);
  if (fault) throw new ApiError('invalid_json', `body: ${fault}`);
  const twice = repeatedKey(text);
  if (twice !== undefined) {
    const fields = [{ field: twice, message: givenTwice }];
    throw new ApiError('validation_failed', `${twice}: ${givenTwice}`, { fields });
  }
  return value;
}

const givenTwice = 'is given twice';

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('invalid_json', 'body: is not valid UTF-8');
  }
}

function parsed(text: string): unknown {
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
