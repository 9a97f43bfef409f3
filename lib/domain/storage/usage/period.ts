import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

const hour = 3_600_000;
const longest = 31 * 24;

/** The first and the last hour that RFC 3339 can express. */
const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.UTC(9999, 11, 31, 23);

/** A period of whole hours; `to` is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * The requested period, widened to whole hours; the last `hours` hours by default. Throws 400 for an empty period, and
 * for more than 31 days.
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  hours: number,
): Period {
  const end = Math.ceil((asked.to ? Date.parse(asked.to) : now.getTime()) / hour) * hour;
  const to = new Date(Math.min(end, last));
  const from = asked.from
    ? new Date(Math.floor(Date.parse(asked.from) / hour) * hour)
    : new Date(Math.max(to.getTime() - hours * hour, first));
  if (from >= to)
    throw new ApiError('validation_failed', `from: "${rfc3339(from)}" must be before to (${rfc3339(to)})`);
  if (to.getTime() - from.getTime() > longest * hour) {
    throw new ApiError(
      'validation_failed',
      `from: "${asked.from ?? rfc3339(from)}" is over 31 days before to (${rfc3339(to)})`,
    );
  }
  return { from, to };
}
