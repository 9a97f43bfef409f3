import { INVOKE, INVOKE_WITH_TOKEN } from './definition.ts';
import { graphOf } from './graph.ts';
import { type Check, isObject, list, number, object, type Place, report, text, within } from './place.ts';
import { RECOVERING } from './recovering.ts';
import { assign, expression, orExpression, template, withStates } from './template.ts';

const LONGEST = 99_999_999;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const COMMON = { 'Type!': text(), Comment: text(), QueryLanguage: text('JSONata') };
const MOVING = { Next: text(), End: isTrue };
const LEAVING = { Assign: assign, Output: template };
const WITH_RESULT = { Assign: withStates('result', assign), Output: withStates('result', template) };

const seconds = (min: number): Check => orExpression(number(min, LONGEST));

const rule = object({
  'Condition!': expression,
  'Next!': text(),
  Comment: text(),
  ...LEAVING,
});

const call = object({ 'FunctionName!': orExpression(text()), Payload: template });

const timestamp: Check = (value, place) => {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) report(place, 'must be a timestamp of RFC 3339');
};

/** Checks one state: the members of its type, and no others. */
const checkState: Check = (value, place) => {
  const type = isObject(value) && typeof value.Type === 'string' ? value.Type : '';
  const check = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (check) check(value, place);
  else report(within(place, 'Type'), `must be one of ${Object.keys(TYPES).join(', ')}${type && `, not ${type}`}`);
};

const TYPES: Record<string, Check> = {
  Task: both(
    object({
      ...COMMON,
      ...MOVING,
      ...RECOVERING,
      ...WITH_RESULT,
      'Resource!': text(INVOKE, INVOKE_WITH_TOKEN),
      'Arguments!': (value, place) => (typeof value === 'string' ? expression : call)(value, place),
      TimeoutSeconds: seconds(1),
      HeartbeatSeconds: seconds(1),
    }),
    heartbeat,
    nextOrEnd,
  ),
  Wait: both(
    object({ ...COMMON, ...MOVING, ...LEAVING, Seconds: seconds(0), Timestamp: orExpression(timestamp) }),
    exactlyOne('Seconds', 'Timestamp'),
    nextOrEnd,
  ),
  Choice: object({ ...COMMON, ...LEAVING, 'Choices!': list(rule), Default: text() }),
  Pass: both(object({ ...COMMON, ...MOVING, ...LEAVING }), nextOrEnd),
  Succeed: object({ ...COMMON, Output: template }),
  Fail: object({ ...COMMON, Error: orExpression(text()), Cause: orExpression(text()) }),
};

function both(...checks: Check[]): Check {
  return (value, place) => {
    for (const check of checks) check(value, place);
  };
}

function nextOrEnd(value: unknown, place: Place): void {
  exactlyOne('Next', 'End')(value, place);
}

function exactlyOne(...keys: [string, string]): Check {
  return (value, place) => {
    const present = isObject(value) ? keys.filter((key) => Object.hasOwn(value, key)) : keys;
    if (present.length !== 1) report(place, `must have either ${keys.join(' or ')}`);
  };
}

function heartbeat(value: unknown, place: Place): void {
  if (!isObject(value) || value.HeartbeatSeconds === undefined) return;
  const { HeartbeatSeconds, TimeoutSeconds, Resource } = value;
  const at = within(place, 'HeartbeatSeconds');
  if (Resource === INVOKE) report(at, 'needs a resource that waits for a task token');
  if (
    typeof HeartbeatSeconds === 'number' &&
    typeof TimeoutSeconds === 'number' &&
    HeartbeatSeconds >= TimeoutSeconds
  ) {
    report(at, 'must be smaller than TimeoutSeconds');
  }
}

function isTrue(value: unknown, place: Place): void {
  if (value !== true) report(place, 'must be true');
}

/** A whole machine. */
export const checkMachine: Check = graphOf(checkState, {
  'QueryLanguage!': text('JSONata'),
  Version: text('1.0'),
  TimeoutSeconds: number(1, LONGEST),
});
