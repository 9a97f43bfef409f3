import { under, type Vector } from './vector.ts';

/*
 * Work that each account or host has at another time of the hour cannot be seen in its evenness with a few of them:
 * each would stand for a whole minute of a large platform.
 */

/** The fewest minutes on which such work falls, and the most: what goes on all the time has them all. */
const fewest = 4;
const most = 30;

/** Names that end in a minute. */
const timed = /^(.*)@(\d{1,2})$/;

/** A minute with more than this part of all is one on which the work of all accounts falls, and stays as it is. */
const together = 1 / 4;

/**
 * What the second block of a cause has added. Where that falls on several minutes of the hour, it is spread evenly from
 * the first to the last minute on which either block has work. Where the first block has it on the same minutes, so do
 * all.
 */
export function scattered(one: Vector, two: Vector, added: Vector): Vector {
  const minutes = scatteredMinutes(under(added, 'all write'));
  if (minutes.size < fewest || minutes.size > most) return added;
  if (minutes.symmetricDifference(scatteredMinutes(under(one, 'all write'))).size === 0) return added;
  const [first, last] = spanOf(one, two);
  const spread = new Map<string, number>();
  const add = (name: string, amount: number) => spread.set(name, (spread.get(name) ?? 0) + amount);
  for (const [name, amount] of added) {
    const [, thing, at] = timed.exec(name) ?? [];
    if (thing === undefined || !minutes.has(Number(at))) add(name, amount);
    else for (let minute = first; minute <= last; minute += 1) add(`${thing}@${minute}`, amount / (last - first + 1));
  }
  return spread;
}

/** The minutes with an amount, but for those on which all accounts have work together. */
function scatteredMinutes(byMinute: ReadonlyMap<string, number>): ReadonlySet<number> {
  const all = [...byMinute.values()].reduce((sum, amount) => sum + Math.abs(amount), 0);
  const found = [...byMinute].filter(([, amount]) => Math.abs(amount) > 1e-9 && Math.abs(amount) <= all * together);
  return new Set(found.map(([name]) => Number(name.slice(1))));
}

/** The first and the last minute in which more is written than in the quietest. */
function spanOf(...vectors: readonly Vector[]): [first: number, last: number] {
  const minutes = vectors.flatMap((vector) => {
    const written = [...under(vector, 'all write')].map(([name, amount]) => [Number(name.slice(1)), amount] as const);
    const least = Math.min(...written.map(([, amount]) => amount));
    return written.flatMap(([minute, amount]) => (amount > least ? [minute] : []));
  });
  return [Math.min(...minutes), Math.max(...minutes)];
}
