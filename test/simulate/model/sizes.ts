import { check } from './checks.ts';
import { estimate } from './estimate.ts';
import { bound, type Line, type Model, over, shareOf } from './line.ts';

/** A limit that is met below a size, and where. */
export interface Break {
  /** The line at the largest size. */
  readonly line: Line;
  /** The machines with which it is over the bound. */
  readonly machines: number;
}

/** What a limit applies to, at any size. */
export const nameOf = ({ limit, what }: Line): string => `${limit}: ${what.replace(/ on \d+ shards$/, '')}`;

/** Sizes that are looked at for each power of ten, and how many powers. */
const perPower = 10;
const powers = 4;

/**
 * The number of machines from which on each limit is over its bound, the first first; up to so many machines. Between
 * two sizes that were looked at what is used grows evenly, or more slowly at first: then it breaks a little later.
 */
export function breaks(model: Model, most: number): Break[] {
  const sizes = Array.from({ length: perPower * powers + 1 }, (_, at) => most / 10 ** (at / perPower)).reverse();
  const shares = sizes.map((machines) => {
    const lines = check(model, estimate(model.sampled, machines));
    return { machines, lines, of: new Map(lines.map((line) => [nameOf(line), shareOf(line)])) };
  });
  const found = over(shares.at(-1)?.lines ?? []).map((line): Break => {
    const curve = shares.map(({ machines, of }) => [machines, of.get(nameOf(line)) ?? 0] as const);
    return { line, machines: crossing(curve) };
  });
  return found.sort((a, b) => a.machines - b.machines);
}

/** Where a curve that ends above the bound has come above it for good. */
function crossing(curve: readonly (readonly [machines: number, share: number])[]): number {
  const last = curve.findLastIndex(([, share]) => share <= bound);
  const [from = 0, below = 0] = curve[last] ?? [];
  const [to = 0, above = 0] = curve[last + 1] ?? [];
  return from + ((to - from) * (bound - below)) / (above - below);
}
