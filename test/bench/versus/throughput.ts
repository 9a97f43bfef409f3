import { median } from '#test/bench/statistics.ts';
import type { Found } from './claims.ts';
import { startMoto } from './moto.ts';
import { startOurs } from './ours.ts';
import { RawClient } from './raw.ts';
import { tableOf } from './report.ts';
import { type Act, type Kind, orStop, type Side, timeOf } from './sides.ts';

const connections = [1, 8, 32] as const;
const kinds = {
  show: 'show',
  list18: 'list of 18',
  healthz: '`/healthz`',
  nowhere: 'a path that does not exist',
} as const;

/** Milliseconds of one turn of a side. Each has several, so that whatever else the computer does slows both down. */
const turn = 1000;
const turns = 3;

type Rates = Map<string, number>;

const nameOf = (side: string, kind: Kind, count: number): string => `${side} ${kind} ${count}`;

/** Requests a second, at 1, 8 and 32 connections of the same client, both sides in turns. */
export async function throughput(): Promise<Found> {
  const moto = await startMoto([18]);
  const ours = await orStop(startOurs(), moto);
  const sides: Side[] = moto ? [ours, moto] : [ours];
  try {
    const rates: Rates = new Map();
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) await measure(kind, sides, rates);
    return { values: valuesOf(rates), text: textOf(rates) };
  } finally {
    await ours.stop();
    await moto?.stop();
  }
}

/** Adds the rates of a kind, on each side that has it. */
async function measure(kind: Kind, sides: readonly Side[], rates: Rates): Promise<void> {
  const those = sides.filter(({ acts }) => acts[kind]);
  const found = new Map<string, number[]>();
  for (const side of those) await rateOf(side, kind, 8);
  const runs = connections.flatMap((count) => those.map((side) => ({ count, side })));
  for (let round = 0; round < turns; round++) {
    for (const { count, side } of runs) {
      const name = nameOf(side.name, kind, count);
      found.set(name, [...(found.get(name) ?? []), await rateOf(side, kind, count)]);
    }
  }
  for (const [name, each] of found) rates.set(name, median(each));
}

/** Requests of a kind that a side answers in a second, with so many connections that each ask again at once. */
async function rateOf(side: Side, kind: Kind, count: number): Promise<number> {
  const act = side.acts[kind] as (round: number) => Act;
  const clients = Array.from({ length: count }, () => new RawClient(side.base));
  let done = 0;
  const began = performance.now();
  const ask = async (client: RawClient) => {
    while (performance.now() - began < turn) {
      await timeOf(client, act(done));
      done += 1;
    }
    client.close();
  };
  await Promise.all(clients.map(ask));
  return (1000 * done) / (performance.now() - began);
}

function valuesOf(rates: Rates): Found['values'] {
  const rate = (side: string, kind: Kind, count: number) => rates.get(nameOf(side, kind, count)) ?? Number.NaN;
  const all = {
    showRate: rate('svc', 'show', 8) / rate('moto', 'show', 8),
    listRate: rate('svc', 'list18', 8) / rate('moto', 'list18', 8),
    crowd: rate('svc', 'show', 32) / rate('svc', 'show', 8),
    crowdLists: rate('svc', 'list18', 32) / rate('svc', 'list18', 8),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !Number.isNaN(value)));
}

function textOf(rates: Rates): string {
  const rows = Object.entries(kinds).flatMap(([kind, what]) =>
    ['svc', 'moto'].map((side) => [
      what,
      side,
      ...connections.map((count) => rates.get(nameOf(side, kind as Kind, count))?.toFixed(0) ?? '—'),
    ]),
  );
  const columns = [
    'requests a second',
    '',
    ...connections.map((count) => `${count} connection${count > 1 ? 's' : ''}`),
  ];
  return `${tableOf(columns, rows)}\n\nThe client shares the cores with the server. Each number is the median of ${turns} turns of ${turn / 1000} second.`;
}
