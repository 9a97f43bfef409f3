import { quotas } from '#lib/deploy/quotas/table.ts';
import type { Estimate } from './estimate.ts';
import type { Flow } from './flow.ts';
import type { Line, Model } from './line.ts';
import { type Parameters, sources } from './parameters.ts';
import { type Deployed, reservedFor } from './stack.ts';
import { total } from './vector.ts';

/* Limits of the runs of functions: how many there may be at a time, and how long they may take. */

const source = sources.limit.concurrency?.source ?? '';

/** Functions at a time: those with a number of their own, and all. */
export function functions({ stack, parameters }: Model, at: Estimate, flow: Flow): Line[] {
  const busy = flow.rates().flatMap(({ name, amount, by }) => {
    const deployed = stack.functions.get(name);
    return deployed ? [{ deployed, by, amount: amount * secondsOf(deployed, at, parameters) }] : [];
  });
  const { param, limit } = parameters;
  const own = busy.flatMap(({ deployed: { name, room, kind }, amount, by }): Line[] => {
    if (!room || kind === 'schedule') return [];
    return [
      {
        ...{
          limit: 'runs of a function',
          what: name,
          amount,
          allowed: reservedFor(room, param),
          unit: 'at a time',
          by,
        },
        ...{ raise: { group: 'param', name: room.parameter }, source },
      },
    ];
  });
  const [most] = busy.toSorted((a, b) => b.amount - a.amount);
  const all: Line = {
    ...{ limit: 'runs of all functions', what: 'what no function has to itself', by: most?.deployed.name ?? '' },
    amount: total(busy.filter(({ deployed }) => !deployed.room).map(({ amount }) => amount)),
    allowed: Math.max(1, limit.concurrency - reservedIn({ stack, parameters })),
    ...{ unit: 'at a time', raise: { group: 'limit', name: 'concurrency' }, source },
  };
  return [...own, all, readers(busy, flow)];
}

/** The runs at a time that all functions have to themselves. */
export const reservedIn = ({ stack, parameters: { param } }: Pick<Model, 'stack' | 'parameters'>): number =>
  total(stack.rooms.map((room) => reservedFor(room, param)));

/** Of a stream each shard has one run at a time for each of its readers, and a shard for each 1,000 units at least. */
function readers(busy: readonly { deployed: Deployed; amount: number; by: string }[], flow: Flow): Line {
  const stream = busy.find(({ deployed }) => deployed.kind === 'stream');
  const shards = Math.max(1, Math.ceil(flow.whole('write').amount / 1000));
  const perShard = quotas.find(({ name }) => name === 'readers of a stream');
  return {
    ...{ limit: "readers of the table's stream", what: `tableStream on ${shards} shards`, by: stream?.by ?? '' },
    ...{ amount: stream?.amount ?? 0, allowed: shards * (perShard?.bound ?? 1), unit: 'at a time' },
    ...{ raise: { group: 'nothing', todo: 'more batches of a shard at a time' }, source: perShard?.source ?? '' },
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
export function schedules({ stack, parameters: { assume }, sampled: { two } }: Model, at: Estimate): Line[] {
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
    const raise = { group: 'nothing', todo: 'share it out over more runs' } as const;
    const common = { what: name, unit: 's', by: name, raise, source };
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
