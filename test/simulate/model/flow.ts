import type { Estimate } from './estimate.ts';
import type { Vector } from './vector.ts';

/** The busiest second of something, and the cause that has the largest part in it. */
export interface Peak {
  readonly name: string;
  readonly amount: number;
  readonly by: string;
}

/** The busiest seconds of a size. */
export interface Flow {
  /** Of each thing whose amounts have names of this kind: `<kind> <thing>@<minute>`. */
  peaks(kind: string): Peak[];
  /** Of all units that are read or written, and of all transitions. */
  whole(what: 'read' | 'write' | 'transitions'): Peak;
  /** Runs a second of each function. */
  rates(): Peak[];
}

/** Seconds in which what is due in a minute is to be done, at the latest: the next minute has its own. */
const minute = 60;

/**
 * The busiest seconds: those of the busiest minute of hosts and schedules, as if it was even within the minute, and
 * with it the peak of what customers ask, `peak` times its mean.
 */
export function flowOf(at: Estimate, peak: number): Flow {
  const things = new Map<string, Busy>();
  for (const [cause, vector] of at.standing) note(things, vector, { cause, isAsked: false, factor: 1 / minute });
  for (const [cause, vector] of at.asked) note(things, vector, { cause, isAsked: true, factor: peak / 3600 });
  const peaks = (kind: string): Peak[] =>
    [...things].flatMap(([thing, busy]) =>
      thing.startsWith(`${kind} `) ? [{ name: thing.slice(kind.length + 1), ...busy.most() }] : [],
    );
  const whole = (what: string): Peak => ({ name: what, ...(things.get(`all ${what}`) ?? new Busy()).most() });
  return { peaks, whole, rates: () => peaks('runs@') };
}

interface Part {
  readonly cause: string;
  /** What customers ask may come in any minute. */
  readonly isAsked: boolean;
  /** From an amount to that of a second. */
  readonly factor: number;
}

function note(things: Map<string, Busy>, vector: Vector, { cause, isAsked, factor }: Part): void {
  for (const [name, amount] of vector) {
    const end = name.lastIndexOf('@');
    if (end < 0) continue;
    const thing = name.slice(0, end);
    const busy = things.get(thing) ?? new Busy();
    busy.add(isAsked ? undefined : name.slice(end + 1), cause, amount * factor);
    things.set(thing, busy);
  }
}

/** What a thing has in each minute, and at any time, by cause. */
class Busy {
  readonly #minutes = new Map<string, Map<string, number>>();
  readonly #always = new Map<string, number>();

  /** Adds an amount in a minute, or at any time. */
  add(at: string | undefined, cause: string, amount: number): void {
    const place = at === undefined ? this.#always : (this.#minutes.get(at) ?? new Map<string, number>());
    place.set(cause, (place.get(cause) ?? 0) + amount);
    if (at !== undefined) this.#minutes.set(at, place);
  }

  /** The busiest minute with what is at any time. */
  most(): { amount: number; by: string } {
    const [busiest] = [...this.#minutes.values()].toSorted((a, b) => sumOf(b) - sumOf(a));
    const causes = [...(busiest ?? []), ...this.#always];
    const [first] = causes.toSorted(([, a], [, b]) => b - a);
    return { amount: sumOf(busiest ?? new Map()) + sumOf(this.#always), by: first?.[0] ?? '' };
  }
}

const sumOf = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
