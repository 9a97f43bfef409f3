import type { ExpressionUse } from './expression.ts';

/** What is wrong with a definition, and where (a JSON pointer). */
export interface Problem {
  path: string;
  message: string;
}

/** The place in a definition that is being checked. */
export interface Place {
  path: string;
  problems: Problem[];
  /** Variables that expressions here may use. */
  variables: ReadonlySet<string>;
  /** Parts of `$states` that expressions here may use. */
  states: readonly string[];
}

/** Checks one value and reports what is wrong with it. */
export type Check = (value: unknown, place: Place) => void;

/** Notes a problem at this place. */
export function report(place: Place, message: string): void {
  place.problems.push({ path: place.path, message });
}

/** The place of a member. */
export function within(place: Place, key: string | number): Place {
  return { ...place, path: `${place.path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these members and no others; required ones end in '!'. */
export function object(members: Record<string, Check>): Check {
  const checks = new Map(Object.entries(members).map(([key, check]) => [key.replace('!', ''), check]));
  const required = Object.keys(members).flatMap((key) => (key.endsWith('!') ? [key.slice(0, -1)] : []));
  const unsupported: Check = (_value, place) => report(place, 'is not supported here');
  return (value, place) => {
    if (!isObject(value)) return report(place, 'must be an object');
    for (const key of required.filter((name) => !Object.hasOwn(value, name))) report(within(place, key), 'is required');
    for (const [key, member] of Object.entries(value)) (checks.get(key) ?? unsupported)(member, within(place, key));
  };
}

/** A list of at least one, each of which passes. */
export function list(check: Check): Check {
  return (value, place) => {
    if (!Array.isArray(value) || value.length === 0) return report(place, 'must be a list of at least one');
    for (const [index, item] of value.entries()) check(item, within(place, index));
  };
}

/** A string, one of these where any are named. */
export function text(...values: string[]): Check {
  return (value, place) => {
    if (typeof value !== 'string') report(place, 'must be a string');
    else if (values.length > 0 && !values.includes(value)) report(place, `must be ${values.join(' or ')}`);
  };
}

/** A number of this range, whole unless said otherwise. */
export function number(min: number, max: number, whole = true): Check {
  return (value, place) => {
    const fits = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
    if (!fits) report(place, `must be ${whole ? 'an integer' : 'a number'} from ${min} to ${max}`);
  };
}

/** Reports what an expression may not use at this place. */
export function checkUse({ variables, states, evaluates }: ExpressionUse, place: Place): void {
  if (evaluates) report(place, 'uses $eval, which is not supported');
  for (const name of variables) {
    if (!place.variables.has(name)) report(place, `uses the variable $${name}, which nothing assigns`);
  }
  for (const name of states) {
    if (!place.states.includes(name)) report(place, `uses $states.${name}, which is not available here`);
  }
}
