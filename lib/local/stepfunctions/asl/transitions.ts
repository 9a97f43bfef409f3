import { isObject, type Place, report, within } from './place.ts';

type Members = Record<string, unknown>;
type Transition = [target: unknown, at: Place];

/**
 * Every transition leads to a state of the same graph, every state is reachable, and at least one state ends the graph.
 */
export function checkTransitions(graph: unknown, place: Place): void {
  if (!isObject(graph) || !isObject(graph.States)) return;
  const states = graph.States;
  const reached = new Set<string>();
  const open: Transition[] = [[graph.StartAt, within(place, 'StartAt')]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [target, at] = next;
    if (typeof target !== 'string' || reached.has(target)) continue;
    if (Object.hasOwn(states, target))
      open.push(...transitionsOf(states[target], within(within(place, 'States'), target)));
    else report(at, `there is no state '${target}' here`);
    reached.add(target);
  }
  for (const name of Object.keys(states).filter((name) => !reached.has(name))) {
    report(within(within(place, 'States'), name), 'cannot be reached');
  }
  if (!Object.values(states).some(ends)) report(within(place, 'States'), 'has no state that ends it');
}

/** The entries of a list that are objects, with their places in it. */
export function entriesOf(list: unknown): [index: number, entry: Members][] {
  const entries: unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry, index) => (isObject(entry) ? [[index, entry] as [number, Members]] : []));
}

function transitionsOf(state: unknown, place: Place): Transition[] {
  if (!isObject(state)) return [];
  const listed = (['Choices', 'Catch'] as const).flatMap((key) =>
    entriesOf(state[key]).map(
      ([index, { Next }]): Transition => [Next, within(within(within(place, key), index), 'Next')],
    ),
  );
  return [[state.Next, within(place, 'Next')], [state.Default, within(place, 'Default')], ...listed];
}

function ends(state: unknown): boolean {
  return isObject(state) && (state.End === true || state.Type === 'Succeed' || state.Type === 'Fail');
}
