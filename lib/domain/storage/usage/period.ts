import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

const hour = 3_600_000;
const maxHours = 31 * 24;

/** The first and the last hour that RFC 3339 can express. */
const firstHour = Date.parse('0000-01-01T00:00:00Z');
const lastHour = Date.UTC(9999, 11, 31, 23);

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
  requested: { from?: string | undefined; to?: string | undefined },
  now: Date,
  hours: number,
): Period {
  const end = Math.ceil((requested.to ? Date.parse(requested.to) : now.getTime()) / hour) * hour;
  const to = new Date(Math.min(end, lastHour));
  const from = requested.from
    ? new Date(Math.floor(Date.parse(requested.from) / hour) * hour)
    : new Date(Math.max(to.getTime() - hours * hour, firstHour));
  if (from >= to)
    throw new ApiError('validation_failed', `from: "${rfc3339(from)}" must be before to (${rfc3339(to)})`);
  if (to.getTime() - from.getTime() > maxHours * hour) {
    throw new ApiError(
      'validation_failed',
      `from: "${requested.from ?? rfc3339(from)}" is more than 31 days before to (${rfc3339(to)})`,
    );
  }
  return { from, to };
}
