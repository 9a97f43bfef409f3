type Series = Readonly<Record<string, readonly (readonly [time: string, value: number])[]>>;

/**
 * The rows of a reply whose `series` are lists of times and values: one row for each time, with the value of each
 * series at it; undefined for any other reply.
 */
export function seriesRows(body: unknown): Record<string, unknown>[] | undefined {
  const { series } = (body ?? {}) as { series?: unknown };
  if (!isSeries(series)) return undefined;
  const rows = new Map<string, Record<string, unknown>>();
  for (const [name, points] of Object.entries(series))
    for (const [time, value] of points) rows.set(time, { ...(rows.get(time) ?? { time }), [name]: value });
  return [...rows.values()].sort((a, b) => (String(a.time) < String(b.time) ? -1 : 1));
}

function isSeries(series: unknown): series is Series {
  if (typeof series !== 'object' || series === null || Array.isArray(series)) return false;
  return Object.values(series).every(
    (points) => Array.isArray(points) && points.every((point) => Array.isArray(point) && point.length === 2),
  );
}
