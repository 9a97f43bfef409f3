import { ApiError } from '#lib/model/platform/errors.ts';

/** How deep a body may be nested; no schema of ours comes near. */
const deepest = 64;

/**
 * The JSON of a body; 400 invalid_json for what is not JSON in UTF-8, and for what no store or reader would keep as it
 * is: lone surrogates, keys named `__proto__`, nesting beyond 64 levels. It quotes nothing, since a body holds secrets.
 */
export function readJson(bytes: Buffer): unknown {
  const value = parsed(bytes);
  const strange = strangeness(value);
  if (strange) throw new ApiError('invalid_json', `body: ${strange}`);
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

/** What is wrong with a value anywhere inside, if anything. Level by level: a body must not overflow the stack. */
function strangeness(value: unknown): string | undefined {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `is nested deeper than ${deepest} levels`;
    const objects = level.filter((item) => typeof item === 'object' && item !== null) as object[];
    const keys = objects.flatMap((item) => (Array.isArray(item) ? [] : Object.keys(item)));
    const texts = level.filter((item) => typeof item === 'string');
    if (keys.includes('__proto__')) return 'must not have a key "__proto__"';
    if (![...keys, ...texts].every((text) => text.isWellFormed())) return 'has text that is not well-formed Unicode';
    level = objects.flatMap((item) => Object.values(item));
  }
  return undefined;
}
