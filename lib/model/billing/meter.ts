import { istMonth, startOfMonth } from '#lib/model/platform/ist.ts';

/** The metered services, as the summary's `by_service` names them. */
export const services = [
  'instances',
  'volumes',
  'snapshots',
  'images',
  'elastic_ips',
  'load_balancers',
  'object_storage',
] as const;
export type Service = (typeof services)[number];

/** A change of a resource's price: from `at` on its price is `price_paise` a month. */
export interface Mark {
  resource: string;
  service: Service;
  /** Whole paise a month; 0 once it is no longer charged. */
  price_paise: number;
  /** Epoch seconds (civil clock). */
  at: number;
  /** Orders the marks of one resource. */
  seq: number;
  /** Whether at least a minute is charged from here. */
  minimum: boolean;
}

/**
 * The cost of a resource in a calendar month (IST), up to a moment. `accrued` is exact: monthly price in paise times
 * seconds, of which `perPaisa` make one paisa. Nothing is rounded before it is charged, and a remainder is carried
 * over.
 */
export interface Meter {
  resource: string;
  service: Service;
  month: string;
  accrued: number;
  /** The highest monthly price in the month, at which the month is capped. */
  top_paise: number;
  price_paise: number;
  /** Epoch seconds up to which `accrued` counts. */
  since: number;
  /** Epoch seconds until which the current price is charged in any case. */
  until: number;
  /** The number of the last applied mark. */
  seq: number;
}

/** Seconds in 730 hours, the period of a monthly price. */
export const perPaisa = 730 * 3600;

/** The minimum number of seconds that are charged. */
const minimumSeconds = 60;

/** The meter of a resource before its first mark. */
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

/** A meter in a month: a new month begins at zero. */
function inMonth(meter: Meter, month: string): Meter {
  if (meter.month >= month) return meter;
  const since = Math.max(meter.since, startOfMonth(month).getTime() / 1000);
  return { ...meter, month, accrued: 0, top_paise: meter.price_paise, since };
}

const accruedAt = ({ accrued, price_paise, since }: Meter, at: number): number =>
  accrued + price_paise * Math.max(0, at - since);

/**
 * Applies a mark to a meter. Its price counts from the mark's time, or from the end of a minute that is already
 * charged. A mark that was already applied changes nothing.
 */
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

/**
 * The cost of a resource in whole paise in a month up to a moment in it (epoch seconds), at most its highest monthly
 * price.
 */
export function costIn(meter: Meter, month: string, at: number): number {
  const then = inMonth(meter, month);
  if (then.month !== month) return 0;
  return Math.floor(Math.min(accruedAt(then, at), then.top_paise * perPaisa) / perPaisa);
}
