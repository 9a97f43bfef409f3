import { type Check, isObject, object, report, text, within } from './place.ts';
import { checkTransitions, entriesOf } from './transitions.ts';

/** States and where they start, with these further members. All of its states see its variables. */
export function graphOf(checkState: Check, members: Record<string, Check>): Check {
  const checkStates: Check = (value, place) => {
    if (!isObject(value)) return report(place, 'must be an object');
    for (const [name, state] of Object.entries(value)) {
      if (name.length < 1 || name.length > 80) report(within(place, name), 'a state name has 1 to 80 characters');
      checkState(state, within(place, name));
    }
  };
  const shape = object({ 'StartAt!': text(), 'States!': checkStates, Comment: text(), ...members });
  return (value, place) => {
    shape(value, { ...place, variables: assignedIn(value) });
    checkTransitions(value, place);
  };
}

/** The variables that the states of a machine assign. */
function assignedIn(graph: unknown): ReadonlySet<string> {
  const states = isObject(graph) && isObject(graph.States) ? Object.values(graph.States) : [];
  return new Set(states.flatMap(assignedBy));
}

function assignedBy(state: unknown): string[] {
  if (!isObject(state)) return [];
  const inner = [state.Choices, state.Catch].flatMap((list) => entriesOf(list).map(([, entry]) => entry));
  return [state, ...inner].flatMap(({ Assign }) => (isObject(Assign) ? Object.keys(Assign) : []));
}
