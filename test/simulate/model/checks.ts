import type { Estimate } from './estimate.ts';
import { type Flow, flowOf } from './flow.ts';
import { type Line, type Model, type Raise, shareOf } from './line.ts';
import { sources } from './parameters.ts';
import { functions, schedules } from './runs.ts';
import { total } from './vector.ts';

/** Every limit at one size, the nearest first. */
export function check(model: Model, at: Estimate): Line[] {
  const flow = flowOf(at, model.parameters.assume.peak);
  const lines = [
    ...keys(model, flow),
    ...tables(model, flow),
    ...apis(model, at, flow),
    ...functions(model, at, flow),
    ...schedules(model, at),
    ...workflows(model, flow),
  ];
  return lines.sort((a, b) => shareOf(b) - shareOf(a));
}

const sourceOf = (limit: string): string => sources.limit[limit]?.source ?? '';
const quota = (name: string): Raise => ({ group: 'limit', name });
const todo = (what: string): Raise => ({ group: 'nothing', todo: what });

/** Single keys of the table and of its index. */
function keys({ parameters: { limit }, sampled: { shards } }: Model, flow: Flow): Line[] {
  return (['write', 'read'] as const).flatMap((kind) => {
    const lines = (prefix: string, named: (family: string) => string): Line[] =>
      flow.peaks(`${prefix} ${kind}`).map(({ name, amount, by }) => ({
        ...{ limit: `${kind} units of a key`, what: named(name), amount, allowed: limit[`key_${kind}`] },
        ...{ unit: 'a second', by, raise: todo('share it out over more keys'), source: sourceOf(`key_${kind}`) },
      }));
    const shared = (family: string) => {
      const [, pk = ''] = family.split(' ');
      const count = shards.get(pk) ?? shards.get(family) ?? 1;
      return count > 1 ? `${place(family)}, each of ${count}` : place(family);
    };
    return [...lines('key', shared), ...lines('own', (family) => `${place(family)}, the busiest`)];
  });
}

/** `gsi1 METERING` is a key of the index, `table HOST#<id>` one of the table. */
const place = (family: string): string => family.replace(/^gsi1 (.*)$/, '$1 (index)').replace(/^table /, '');

function tables({ parameters: { limit } }: Model, flow: Flow): Line[] {
  return (['write', 'read'] as const).map((kind) => {
    const { amount, by } = flow.whole(kind);
    return {
      ...{ limit: `${kind} units of the table`, what: 'the table and its index', amount, by },
      ...{ allowed: limit[`table_${kind}`], unit: 'a second', source: sourceOf(`table_${kind}`) },
      raise: quota(`table_${kind}`),
    };
  });
}

/** Requests of clients and of hosts, and both. */
function apis({ stack, parameters: { limit, param } }: Model, { hosts }: Estimate, flow: Flow): Line[] {
  const all = flow.rates();
  const requests = (kinds: readonly string[]) => {
    const rates = all.filter(({ name }) => kinds.includes(stack.functions.get(name)?.kind ?? ''));
    const [first] = rates.toSorted((a, b) => b.amount - a.amount);
    return { amount: total(rates.map(({ amount }) => amount)), by: first?.name ?? '' };
  };
  const line = (what: string, kinds: readonly string[], allowed: number, raise: Raise): Line => ({
    ...{ limit: 'requests of an API', what, ...requests(kinds), allowed, unit: 'a second', raise },
    source: sourceOf('requests'),
  });
  const { apiRate = 0, hostRate = 0 } = param;
  const routes = all.flatMap(({ name, amount, by }): Line[] => {
    const { throttle } = stack.functions.get(name) ?? {};
    const common = { limit: 'requests of a route', what: name, amount, by, unit: 'a second' };
    const raise = todo('its throttle in functions.yml');
    return throttle === undefined ? [] : [{ ...common, allowed: throttle, raise, source: sourceOf('requests') }];
  });
  return [
    line("the clients' API", ['client'], apiRate, { group: 'param', name: 'apiRate' }),
    line("the hosts' API", ['host'], hostRate, { group: 'param', name: 'hostRate' }),
    line('both APIs', ['client', 'host'], limit.requests, quota('requests')),
    ...routes,
    {
      ...{ limit: 'connections of an API', what: 'bells of hosts, each opened every two hours', by: 'hosts' },
      ...{ amount: hosts / 7200, allowed: limit.connections, unit: 'a second', source: sourceOf('connections') },
      raise: quota('connections'),
    },
  ];
}

const answers = ['SendTaskSuccess', 'SendTaskFailure', 'SendTaskHeartbeat'];

function workflows({ parameters: { limit }, sampled: { histories } }: Model, flow: Flow): Line[] {
  const calls = (names: readonly string[], name: 'starts' | 'answers'): Line[] =>
    flow
      .peaks('service')
      .filter((one) => names.includes(one.name))
      .map(({ name: call, amount, by }) => ({
        ...{ limit: 'calls of Step Functions', what: call, amount, allowed: limit[name], unit: 'a second', by },
        ...{ raise: quota(name), source: sourceOf(name) },
      }));
  const { amount, by } = flow.whole('transitions');
  const machines = flow.peaks('transitions').map(
    ({ name, amount: own, by: cause }): Line => ({
      ...{ limit: 'transitions of a state machine', what: machineOf(name), amount: own, allowed: limit.transitions },
      ...{ unit: 'a second', by: cause, raise: quota('transitions'), source: sourceOf('transitions') },
    }),
  );
  return [
    ...calls(['StartExecution'], 'starts'),
    ...calls(answers, 'answers'),
    ...machines,
    {
      ...{ limit: 'transitions of all state machines', what: 'all of them', amount, by, unit: 'a second' },
      ...{ allowed: limit.transitions, raise: quota('transitions'), source: sourceOf('transitions') },
    },
    ...longest([...histories], limit.history),
  ];
}

/** The events of one execution. They do not grow with the platform, so they are not estimated but seen. */
function longest(histories: readonly (readonly [string, number])[], allowed: number): Line[] {
  const [first] = histories.toSorted(([, a], [, b]) => b - a);
  if (!first) return [];
  const [machine, amount] = first;
  const common = {
    limit: 'events of an execution',
    unit: 'events',
    by: machineOf(machine),
    source: sourceOf('history'),
  };
  return [{ ...common, what: machineOf(machine), amount, allowed, raise: todo('a shorter workflow') }];
}

const machineOf = (name: string): string => name.replace(/^test-/, '');
