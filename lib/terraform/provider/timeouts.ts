import { type Diagnostic, failed } from '#lib/terraform/protocol/diagnostics.ts';
import type { Value, Values } from '#lib/terraform/protocol/value.ts';
import { isUnknown } from './compare.ts';

/** What a timeout is for. */
export type Doing = 'create' | 'update' | 'delete';

/** When a wait fails, and how an error names it. */
export interface Deadline {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: string;
}

/** A timeout where the configuration has none. */
const usual = '20m';

/** Milliseconds of a duration such as `90s`, `20m` or `1h30m`; undefined for any other text. */
export function millisecondsOf(text: string): number | undefined {
  const [found, hours = 0, minutes = 0, seconds = 0] =
    /^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(text) ?? [];
  if (found === undefined) return undefined;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 || undefined;
}

/** When the waits of a change fail that begins at `now` (milliseconds since 1970), by its resource's `timeouts`. */
export function deadlineOf(doing: Doing, { timeouts }: Values, now: number): Deadline {
  const text = String((timeouts as Values | null | undefined)?.[doing] ?? usual);
  return { at: now + (millisecondsOf(text) ?? 0), words: `after ${text} (timeouts.${doing})` };
}

/** What is wrong with the `timeouts` of a configuration, at the attribute. */
export function timeoutProblems(type: string, { timeouts }: Values): Diagnostic[] {
  const entries = Object.entries((timeouts ?? {}) as Record<string, Value>);
  return entries
    .filter(([, text]) => text !== null && !isUnknown(text) && millisecondsOf(String(text)) === undefined)
    .map(([name, text]) => ({
      ...failed(`${type}: timeouts.${name}: "${String(text)}" is not a duration (such as 90s, 20m or 1h30m)`),
      attribute: { steps: [{ attribute_name: 'timeouts' }] },
    }));
}
