import { quotas } from '#lib/deploy/quotas/table.ts';
import type { Estimate } from './estimate.ts';
import { type Flow, flowOf } from './flow.ts';
import type { Parameters } from './parameters.ts';
import { sources } from './parameters.ts';
import type { Sampled } from './sampled.ts';
import type { Deployed, Stack } from './stack.ts';
import { total } from './vector.ts';

/** What comes nearest to a limit, or all that a limit applies to. */
export interface Line {
  /** The kind of limit. */
  readonly limit: string;
  readonly what: string;
  readonly amount: number;
  readonly allowed: number;
  readonly unit: string;
  /** The cause that has the largest part in it. */
  readonly by: string;
  /** What is to be raised, or done where nothing can be raised. */
  readonly raise: string;
  readonly source: string;
}

/** The part of a limit that is used up. */
export const shareOf = ({ amount, allowed }: Line): number => amount / allowed;

/** The part of any limit that may be used up: AWS throttles by shorter times than a second, and traffic is uneven. */
export const bound = 0.5;

/** What the model has to know to hold a size to its limits. */
export interface Model {
  readonly sampled: Sampled;
  readonly stack: Stack;
  readonly parameters: Parameters;
}

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

/** The lines over the bound. */
export const over = (lines: readonly Line[]): Line[] => lines.filter((line) => shareOf(line) > bound);

const sourceOf = (limit: string): string => sources.limit[limit]?.source ?? '';
const shard = 'nothing: share it out over more keys';
const workers = 'nothing: share it out over more runs';

/** Single keys of the table and of its index. */
function keys({ parameters: { limit }, sampled: { shards } }: Model, flow: Flow): Line[] {
  return (['write', 'read'] as const).flatMap((kind) => {
    const lines = (prefix: string, named: (family: string) => string): Line[] =>
      flow.peaks(`${prefix} ${kind}`).map(({ name, amount, by }) => ({
        ...{ limit: `${kind} units of a key`, what: named(name), amount, allowed: limit[`key_${kind}`] },
        ...{ unit: 'a second', by, raise: shard, source: sourceOf(`key_${kind}`) },
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
      raise: 'Service Quotas: DynamoDB, table-level throughput',
    };
  });
}

/** Requests of clients and of hosts, and both. */
function apis({ stack, parameters: { limit } }: Model, { hosts }: Estimate, flow: Flow): Line[] {
  const requests = (kinds: readonly string[]) => {
    const rates = flow.rates().filter(({ name }) => kinds.includes(stack.functions.get(name)?.kind ?? ''));
    const [first] = rates.toSorted((a, b) => b.amount - a.amount);
    return { amount: total(rates.map(({ amount }) => amount)), by: first?.name ?? '' };
  };
  const line = (what: string, kinds: readonly string[], allowed: number, raise: string): Line => ({
    ...{ limit: 'requests of an API', what, ...requests(kinds), allowed, unit: 'a second', raise },
    source: sourceOf('requests'),
  });
  const { apiRate = 0, hostRate = 0 } = stack.parameters;
  return [
    line("the clients' API", ['client'], apiRate, 'the parameter apiRate'),
    line("the hosts' API", ['host'], hostRate, 'the parameter hostRate'),
    line('both APIs', ['client', 'host'], limit.requests, 'Service Quotas: API Gateway, throttle rate'),
    {
      ...{ limit: 'connections of an API', what: 'bells of hosts, each opened every two hours', by: 'hosts' },
      ...{ amount: hosts / 7200, allowed: limit.connections, unit: 'a second', source: sourceOf('connections') },
      raise: 'Service Quotas: API Gateway, new connections',
    },
  ];
}

/** Functions at a time: those with a number of their own, and all. */
function functions({ stack, parameters }: Model, at: Estimate, flow: Flow): Line[] {
  const busy = flow.rates().flatMap(({ name, amount, by }) => {
    const deployed = stack.functions.get(name);
    return deployed ? [{ deployed, by, amount: amount * secondsOf(deployed, at, parameters) }] : [];
  });
  const own = busy.flatMap(({ deployed: { name, reserved, kind }, amount, by }): Line[] => {
    if (!reserved || kind === 'schedule') return [];
    const [parameter, allowed] = reserved;
    return [
      {
        ...{ limit: 'runs of a function', what: name, amount, allowed, unit: 'at a time', by },
        ...{ raise: `the parameter ${parameter}`, source: sourceOf('concurrency') },
      },
    ];
  });
  const [most] = busy.toSorted((a, b) => b.amount - a.amount);
  const all: Line = {
    ...{ limit: 'runs of all functions', what: 'what no function has to itself', by: most?.deployed.name ?? '' },
    amount: total(busy.filter(({ deployed }) => !deployed.reserved).map(({ amount }) => amount)),
    allowed: Math.max(1, parameters.limit.concurrency - stack.reserved),
    ...{ unit: 'at a time', raise: 'Service Quotas: Lambda, concurrent executions', source: sourceOf('concurrency') },
  };
  return [...own, all, readers(busy, flow)];
}

/** Of a stream each shard has one run at a time for each of its readers, and a shard for each 1,000 units at least. */
function readers(busy: readonly { deployed: Deployed; amount: number; by: string }[], flow: Flow): Line {
  const stream = busy.find(({ deployed }) => deployed.kind === 'stream');
  const shards = Math.max(1, Math.ceil(flow.whole('write').amount / 1000));
  const perShard = quotas.find(({ name }) => name === 'readers of a stream');
  return {
    ...{ limit: "readers of the table's stream", what: `tableStream on ${shards} shards`, by: stream?.by ?? '' },
    ...{ amount: stream?.amount ?? 0, allowed: shards * (perShard?.bound ?? 1), unit: 'at a time' },
    ...{ raise: 'nothing: more batches of a shard at a time', source: perShard?.source ?? '' },
  };
}

/** Seconds of a run of a function: the calls that wait for one another, and its own time. */
export function secondsOf({ name, className }: Deployed, at: Estimate, { assume }: Parameters): number {
  const { standing, asked } = at.sum;
  const of = (what: string) => (standing.get(`${what} ${name}`) ?? 0) + (asked.get(`${what} ${name}`) ?? 0);
  const runs = of('runs');
  const own = className === 'password' ? assume.password_ms : assume.own_ms;
  return runs === 0 ? 0 : ((of('rounds') / runs) * assume.round_ms + own) / 1000;
}

/** Seconds after which a scheduled task starts nothing more, where its next run continues. */
const budget = 20;

/** Eventually consistent reads, as those of the index are, have half a unit for 4 KB. */
const unitsOfMegabyte = 128;

/** They keep a budget, too: what they have done leaves their index. */
const budgeted: ReadonlySet<string> = new Set(['backupsSchedule', 'reconcileSchedule']);

/**
 * What a scheduled task needs: all of its runs of an hour where the next run continues what one had no time for, and
 * otherwise the longest run.
 */
function schedules({ stack, parameters: { assume }, sampled: { two } }: Model, at: Estimate): Line[] {
  const { standing, asked } = at.sum;
  return [...stack.functions.values()].flatMap(({ name, kind, timeout }): Line[] => {
    if (kind !== 'schedule') return [];
    // What is read in one round in the sample is many pages of a megabyte at size.
    const pages = (standing.get(`read ${name}`) ?? 0) / unitsOfMegabyte;
    const seconds = (rounds: number, megabytes: number) =>
      (rounds * assume.round_ms + megabytes * assume.megabyte_ms) / 1000;
    const runs = Math.round(standing.get(`runs ${name}`) ?? 0);
    const later = asked.get(`rounds ${name}`) ?? 0;
    const resumes = budgeted.has(name) || (two.get(name)?.get(`resumes ${name}`) ?? 0) > 0;
    const common = { what: name, unit: 's', by: name, raise: workers, source: sourceOf('concurrency') };
    if (!resumes) {
      const amount = seconds(
        (standing.get(`longest ${name}`) ?? 0) + later / Math.max(1, runs),
        pages / Math.max(1, runs),
      );
      return [{ ...common, limit: 'time of a run', amount, allowed: timeout }];
    }
    const amount = seconds((standing.get(`rounds ${name}`) ?? 0) + later, pages);
    return [{ ...common, limit: 'time of the runs of an hour', amount, allowed: Math.max(1, runs) * budget }];
  });
}

const answers = ['SendTaskSuccess', 'SendTaskFailure', 'SendTaskHeartbeat'];

function workflows({ parameters: { limit }, sampled: { histories } }: Model, flow: Flow): Line[] {
  const raise = (what: string) => `Service Quotas: Step Functions, ${what}`;
  const calls = (names: readonly string[], name: 'starts' | 'answers', what: string): Line[] =>
    flow
      .peaks('service')
      .filter((one) => names.includes(one.name))
      .map(({ name: call, amount, by }) => ({
        ...{ limit: 'calls of Step Functions', what: call, amount, allowed: limit[name], unit: 'a second', by },
        ...{ raise: raise(what), source: sourceOf(name) },
      }));
  const { amount, by } = flow.whole('transitions');
  const machines = flow.peaks('transitions').map(
    ({ name, amount: own, by: cause }): Line => ({
      ...{ limit: 'transitions of a state machine', what: machineOf(name), amount: own, allowed: limit.transitions },
      ...{ unit: 'a second', by: cause, raise: raise('StateTransition'), source: sourceOf('transitions') },
    }),
  );
  return [
    ...calls(['StartExecution'], 'starts', 'StartExecution'),
    ...calls(answers, 'answers', 'SendTask…'),
    ...machines,
    {
      ...{ limit: 'transitions of all state machines', what: 'all of them', amount, by, unit: 'a second' },
      ...{ allowed: limit.transitions, raise: raise('StateTransition'), source: sourceOf('transitions') },
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
  return [{ ...common, what: machineOf(machine), amount, allowed, raise: 'nothing: a shorter workflow' }];
}

const machineOf = (name: string): string => name.replace(/^test-/, '');
