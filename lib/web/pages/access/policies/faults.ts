import type { SvcError } from '#lib/client/error.ts';
import { repeatedKey } from '#lib/model/platform/repeated-key.ts';
import { lineOf, type Place, placeOf, stoppedAt } from './places.ts';

/** What is wrong with a document, and where. */
export interface Fault {
  readonly message: string;
  readonly place: Place;
}

/** A document that was read from JSON; undefined where the text is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the browser's parser, a name that is given twice, or else the platform, has against a document. */
export function faultsOf(text: string, error: SvcError | undefined): readonly Fault[] {
  try {
    JSON.parse(text);
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    const from = stoppedAt(text, message) ?? 0;
    return [{ message: `This is not JSON: ${message}`, place: { from, to: from + 1, line: lineOf(text, from) } }];
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) return [{ message: `${twice}: is given twice`, place: placeOf(text, twice) }];
  return (error?.fields ?? [])
    .filter(({ field }) => field === 'document' || field.startsWith('document.'))
    .map(({ field, message }) => {
      const within = field.replace(/^document\.?/, '');
      return { message: `${within || 'document'}: ${message}`, place: placeOf(text, within) };
    });
}
