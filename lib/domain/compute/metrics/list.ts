import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { type ManyMetricsQuery, type Metrics, maxPoints } from '#lib/model/compute/metrics.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getInstances } from '#lib/store/compute/instances.ts';
import { rangeOf } from './range.ts';
import { usageIn } from './show.ts';

/** The maximum number of points of each series for all instances of a page together: a reply may have 6 MB. */
const pointsAtMost = 12 * maxPoints;

/**
 * One page of the usage of several instances over one time range, in the order of the request. A page with many steps
 * has fewer instances than `limit`. 404 where one of the instances does not exist; 400 as for `rangeOf`.
 */
export async function listInstanceMetrics(
  context: Context,
  { instance_id: ids, limit, cursor, ...query }: ManyMetricsQuery,
): Promise<{ metrics: Metrics[]; next_cursor: string }> {
  const range = rangeOf(query, context.now);
  await checkInstances(context, ids);
  const steps = Math.max(1, Math.ceil((range.to - range.from) / range.step));
  const page = { limit: Math.min(limit, Math.floor(pointsAtMost / steps)), cursor, sort: 'created_at' as const };
  const noun = JSON.stringify(['metrics', ids, query]);
  const rows = ids.map((id) => ({ id }));
  const { items, next_cursor } = await pageOf(context, noun, page, rows, { label: 'id', place: ownOrder });
  const { account_id } = context.principal;
  const metrics = items.map(({ id }) => usageIn(account_id, id, range));
  return { metrics: await Promise.all(metrics), next_cursor };
}

/** Refuses with 404 for the first instance that does not exist. */
async function checkInstances({ principal, now }: Context, ids: readonly string[]): Promise<void> {
  const records = await getInstances(principal.account_id, ids);
  const missing = ids.find((_, at) => {
    const record = records[at];
    return !record || isGone(record, now);
  });
  if (missing !== undefined) throw notFound('instance', missing);
}
