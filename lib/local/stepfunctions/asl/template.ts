import { asExpression, useOf } from './expression.ts';
import { type Check, checkUse, isObject, type Place, report, within } from './place.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,79}$/;

/** Any JSON value; strings with `{% %}` are expressions. */
export const template: Check = (value, place) => {
  if (typeof value === 'string') {
    if (looksLikeExpression(value)) expression(value, place);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) template(member, within(place, key));
};

/** A `{% %}` string that parses and uses what is available. */
export const expression: Check = (value, place) => {
  const source = typeof value === 'string' ? asExpression(value) : undefined;
  if (source === undefined) return report(place, 'must be a JSONata expression: {% … %}');
  try {
    checkUse(useOf(source), place);
  } catch (error) {
    report(place, `is not valid JSONata: ${(error as Error).message}`);
  }
};

/** Accepts what `check` accepts, or an expression. */
export function orExpression(check: Check): Check {
  return (value, place) => {
    if (typeof value === 'string' && looksLikeExpression(value)) expression(value, place);
    else check(value, place);
  };
}

/** New values for variables, by name. */
export const assign: Check = (value, place) => {
  if (!isObject(value)) return report(place, 'must be an object');
  for (const [name, member] of Object.entries(value)) {
    const at = within(place, name);
    if (!VARIABLE.test(name) || name === '__proto__') report(at, 'is no name for a variable');
    if (name === 'states') report(at, 'is a reserved name');
    template(member, at);
  }
};

/** The check, with expressions that may also use `$states.<name>`. */
export function withStates(name: string, check: Check): Check {
  return (value, place: Place) => check(value, { ...place, states: [...place.states, name] });
}

/** A string with only one of the two braces is a mistake. */
function looksLikeExpression(text: string): boolean {
  return text.startsWith('{%') || text.endsWith('%}');
}
