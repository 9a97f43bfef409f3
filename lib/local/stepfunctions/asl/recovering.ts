import { type Check, isObject, list, number, object, type Place, report, text, within } from './place.ts';
import { assign, template, withStates } from './template.ts';

/** Errors of the language that can occur here. */
const KNOWN = new Set([
  'States.ALL',
  'States.TaskFailed',
  'States.Timeout',
  'States.HeartbeatTimeout',
  'States.Permissions',
  'States.NoChoiceMatched',
  'States.QueryEvaluationError',
  'States.DataLimitExceeded',
  'States.Runtime',
]);
const LONGEST = 99_999_999;

const errorName: Check = (value, place) => {
  if (typeof value !== 'string') report(place, 'must be a string');
  else if (value.startsWith('States.') && !KNOWN.has(value)) report(place, `${value} never occurs here`);
};

const retrier = object({
  'ErrorEquals!': list(errorName),
  Comment: text(),
  IntervalSeconds: number(1, LONGEST),
  MaxAttempts: number(0, LONGEST),
  BackoffRate: number(1, Number.MAX_VALUE, false),
  MaxDelaySeconds: number(1, 31_622_399),
  JitterStrategy: text('FULL', 'NONE'),
});

const catcher = object({
  'ErrorEquals!': list(errorName),
  'Next!': text(),
  Comment: text(),
  Assign: withStates('errorOutput', assign),
  Output: withStates('errorOutput', template),
});

/** Retry and Catch of a state. */
export const RECOVERING: Record<string, Check> = {
  Retry: wildcardLast(list(retrier)),
  Catch: wildcardLast(list(catcher)),
};

/** States.ALL must be alone in the last entry. */
function wildcardLast(check: Check): Check {
  return (value, place) => {
    check(value, place);
    const entries = Array.isArray(value) ? value : [];
    for (const [index, entry] of entries.entries()) {
      checkWildcard(namesOf(entry), index === entries.length - 1, within(within(place, index), 'ErrorEquals'));
    }
  };
}

function checkWildcard(names: unknown[], last: boolean, place: Place): void {
  if (!names.includes('States.ALL')) return;
  if (names.length > 1) report(place, 'States.ALL must stand alone');
  if (!last) report(place, 'States.ALL must be in the last entry');
}

function namesOf(entry: unknown): unknown[] {
  return isObject(entry) && Array.isArray(entry.ErrorEquals) ? entry.ErrorEquals : [];
}
