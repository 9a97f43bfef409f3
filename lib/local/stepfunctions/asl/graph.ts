import { type Check, isObject, object, type Place, report, text, within } from './place.ts';
import { checkTransitions, entriesOf } from './transitions.ts';

/**
 * States and where they start, with these further members. Its variables are visible in it and in the scopes inside it.
 */
export function graphOf(checkState: Check, members: Record<string, Check>): Check {
  const checkStates: Check = (value, place) => {
    if (!isObject(value)) return report(place, 'must be an object');
    for (const [name, state] of Object.entries(value)) oneState(name, state, within(place, name), checkState);
  };
  const shape = object({ 'StartAt!': text(), 'States!': checkStates, Comment: text(), ...members });
  return (value, place) => {
    shape(value, { ...place, variables: scopeOf(value, place) });
    checkTransitions(value, place);
  };
}

function oneState(name: string, state: unknown, place: Place, checkState: Check): void {
  if (name.length < 1 || name.length > 80) report(place, 'a state name has 1 to 80 characters');
  if (place.names.has(name)) report(place, 'this state name is used twice');
  place.names.add(name);
  checkState(state, place);
}

/** The variables of this scope and the scopes around it. A name belongs to one of them only. */
function scopeOf(graph: unknown, place: Place): ReadonlySet<string> {
  const assigned = new Set<string>();
  const states = isObject(graph) && isObject(graph.States) ? graph.States : {};
  for (const [name, state] of Object.entries(states)) {
    for (const variable of assignedIn(state)) {
      if (place.variables.has(variable)) {
        report(within(within(within(place, 'States'), name), 'Assign'), `$${variable} belongs to an outer scope`);
      }
      assigned.add(variable);
    }
  }
  return new Set([...place.variables, ...assigned]);
}

function assignedIn(state: unknown): string[] {
  if (!isObject(state)) return [];
  const inner = [state.Choices, state.Catch].flatMap((list) => entriesOf(list).map(([, entry]) => entry));
  return [state, ...inner].flatMap(({ Assign }) => (isObject(Assign) ? Object.keys(Assign) : []));
}
