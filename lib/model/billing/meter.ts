import { istMonth, startOfMonth } from '#lib/model/platform/ist.ts';

/** What is metered, as the summary's `by_service` names it. */
export const services = [
  'instances',
  'volumes',
  'snapshots',
  'elastic_ips',
  'load_balancers',
  'object_storage',
] as const;
export type Service = (typeof services)[number];

/** From a moment on, a resource costs so much. */
export interface Mark {
  resource: string;
  service: Service;
  /** Whole paise a month; 0 where it costs nothing any more. */
  price_paise: number;
  /** Epoch seconds (civil clock). */
  at: number;
  /** Orders the marks of one resource. */
  seq: number;
  /** Whether it is charged for a minute at least from here. */
  minimum: boolean;
}

/**
 * What a resource has cost in a calendar month (IST), up to a moment. `accrued` is exact: paise a month times seconds, of
 * which `perPaisa` make one paisa, so that nothing is rounded before it is charged, and what is left is carried.
 */
export interface Meter {
  resource: string;
  service: Service;
  month: string;
  accrued: number;
  /** The highest price that it had in the month: what the month is capped at. */
  top_paise: number;
  price_paise: number;
  /** Epoch seconds up to which `accrued` counts. */
  since: number;
  /** Epoch seconds until which its present price is charged whatever happens. */
  until: number;
  /** The last mark that is counted in. */
  seq: number;
}

/** Seconds in the 730 hours by which a month's price is spread. */
export const perPaisa = 730 * 3600;

/** Seconds that are charged at least. */
const minimumSeconds = 60;

/** The meter of a resource that has not cost anything before its first mark. */
const emptyMeter = ({ resource, service, at, seq }: Mark): Meter => ({
  resource,
  service,
  month: istMonth(new Date(at * 1000)),
  accrued: 0,
  top_paise: 0,
  price_paise: 0,
  since: at,
  until: at,
  seq: seq - 1,
});

/** A meter as it stands in the month of a moment: a new month begins at nothing. */
function inMonth(meter: Meter, month: string): Meter {
  if (meter.month >= month) return meter;
  const since = Math.max(meter.since, startOfMonth(month).getTime() / 1000);
  return { ...meter, month, accrued: 0, top_paise: meter.price_paise, since };
}

const accruedAt = ({ accrued, price_paise, since }: Meter, at: number): number =>
  accrued + price_paise * Math.max(0, at - since);

/** Counts a mark in; what it says is charged from its moment, or from the end of the minute that is charged already. */
export function applyMark(meter: Meter | undefined, mark: Mark): Meter {
  const before = meter ?? emptyMeter(mark);
  if (mark.seq <= before.seq) return before;
  if (mark.price_paise === before.price_paise) return { ...before, seq: mark.seq };
  const at = Math.max(mark.at, before.since);
  const now = inMonth(before, istMonth(new Date(at * 1000)));
  const end = now.price_paise > 0 ? Math.max(at, now.until) : at;
  return {
    ...now,
    accrued: accruedAt(now, end),
    top_paise: Math.max(now.top_paise, mark.price_paise),
    price_paise: mark.price_paise,
    since: end,
    until: mark.minimum ? end + minimumSeconds : end,
    seq: mark.seq,
  };
}

/** Whole paise that a resource has cost in a month up to a moment (epoch seconds) of it, at most its price for the month. */
export function costIn(meter: Meter, month: string, at: number): number {
  const then = inMonth(meter, month);
  if (then.month !== month) return 0;
  return Math.floor(Math.min(accruedAt(then, at), then.top_paise * perPaisa) / perPaisa);
}
