import { setTimeout as wait } from 'node:timers/promises';
import { median } from '#test/bench/statistics.ts';
import type { Found } from './claims.ts';
import { startMoto } from './moto.ts';
import { startOurs } from './ours.ts';
import { RawClient } from './raw.ts';
import { tableOf } from './report.ts';
import { type Kind, orStop, type Side, timeOf } from './sides.ts';

/** Milliseconds between two requests: neither side has work left from the one before. */
const gap = 3;

/** What each kind is called, in the order of the table. */
const titles = {
  show: 'show an instance',
  list18: 'list 18 instances',
  list200: 'list 200 instances',
  list1000: 'list 1,000 instances: svc five pages, moto one reply',
  patch: 'PATCH of a name; a tag in moto',
  audit: 'audit log, a page of 50',
  signUp: 'sign-up',
  byToken: 'show by an IAM user: token',
  signed: 'show by an IAM user: signed',
  healthz: '`/healthz`',
} as const satisfies Partial<Record<Kind, string>>;

/** Kinds that take turns with one another, in how many rounds, after so many that only warm up. */
const groups: readonly { readonly kinds: readonly Kind[]; readonly rounds: number; readonly warmUp: number }[] = [
  { kinds: ['show', 'healthz'], rounds: 400, warmUp: 300 },
  { kinds: ['byToken', 'signed'], rounds: 250, warmUp: 150 },
  { kinds: ['list18'], rounds: 200, warmUp: 150 },
  { kinds: ['list200'], rounds: 40, warmUp: 15 },
  { kinds: ['list1000'], rounds: 12, warmUp: 4 },
  { kinds: ['patch'], rounds: 200, warmUp: 100 },
  { kinds: ['audit'], rounds: 150, warmUp: 60 },
  { kinds: ['signUp'], rounds: 30, warmUp: 10 },
];

type Times = Readonly<Record<string, readonly number[]>>;

/** One request at a time, with a pause after each: p50 and p99 of both sides, by the same client, in turns. */
export async function paced(): Promise<Found> {
  const moto = await startMoto();
  const ours = await orStop(startOurs(), moto);
  const sides: Side[] = moto ? [ours, moto] : [ours];
  const clients = new Map(sides.map((side) => [side, new RawClient(side.base)]));
  const found: Partial<Record<Kind, Times>> = {};
  try {
    for (const group of groups) Object.assign(found, await inTurns(group, clients));
    return { values: valuesOf(found), text: textOf(found, moto !== undefined) };
  } finally {
    for (const client of clients.values()) client.close();
    await ours.stop();
    await moto?.stop();
  }
}

/** The times of some kinds on every side that has them: in each round all of them, one after another. */
async function inTurns({ kinds, rounds, warmUp }: (typeof groups)[number], clients: ReadonlyMap<Side, RawClient>) {
  const tasks = kinds.flatMap((kind) =>
    [...clients].flatMap(([side, client]) => {
      const act = side.acts[kind];
      return act ? [{ kind, side: side.name, act, client, times: [] as number[] }] : [];
    }),
  );
  for (let round = -warmUp; round < rounds; round++) {
    for (const { act, client, times } of round % 2 === 0 ? tasks : tasks.toReversed()) {
      const took = await timeOf(client, act(round + warmUp));
      if (round >= 0) times.push(took);
      await wait(gap);
    }
  }
  const of = (kind: Kind) => tasks.filter((task) => task.kind === kind).map(({ side, times }) => [side, times]);
  return Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(of(kind))]));
}

function valuesOf(found: Partial<Record<Kind, Times>>): Found['values'] {
  const ratio = (kind: Kind, other: Kind = kind, side = 'moto') =>
    median(found[kind]?.svc ?? []) / median(found[other]?.[side] ?? []);
  const all = {
    show: ratio('show'),
    list18: ratio('list18'),
    list200: ratio('list200'),
    list1000: ratio('list1000'),
    patch: ratio('patch'),
    signed: ratio('signed', 'byToken', 'svc'),
    healthz: ratio('healthz', 'show', 'svc'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !Number.isNaN(value)));
}

function textOf(found: Partial<Record<Kind, Times>>, hasMoto: boolean): string {
  const cells = (kind: Kind, side: string) => {
    const times = found[kind]?.[side];
    return times ? [median(times).toFixed(2), percentile(times, 99).toFixed(2)] : ['—', '—'];
  };
  const rows = (Object.keys(titles) as (keyof typeof titles)[]).map((kind) => {
    const [ours = '', ours99 = ''] = cells(kind, 'svc');
    const [theirs = '', theirs99 = ''] = cells(kind, 'moto');
    const ratio = median(found[kind]?.svc ?? []) / median(found[kind]?.moto ?? []);
    return [titles[kind], ours, ours99, theirs, theirs99, Number.isNaN(ratio) ? '—' : ratio.toFixed(2)];
  });
  const columns = ['milliseconds', 'svc p50', 'svc p99', 'moto p50', 'moto p99', 'ratio'];
  const remark = hasMoto
    ? `Moto's server closes each connection after its reply, so its times include a new one. It keeps everything in memory and
checks no signature; svc has everything on disk before it answers, and checks the caller's credentials. Moto has no audit
log, sign-up or health to compare.`
    : 'Moto is not installed.';
  return `${tableOf(columns, rows)}

The limits of requests are off in svc (\`SVC_LIMITS=off\`), and ${gap} ms lie between two requests.
${remark}`;
}

/** The value that so many percent of the others do not exceed. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
