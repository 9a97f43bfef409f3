import { listInstanceMetrics } from '#lib/domain/compute/metrics/list.ts';
import { route } from '#lib/edge/route.ts';
import { manyMetricsQuery, metrics } from '#lib/model/compute/metrics.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/**
 * Shows the usage of up to 50 instances over one time range, in the order in which they are named. 403 if the caller
 * may not read one of them, 404 if one does not exist, 400 for a range with more steps than a reply holds.
 */
export const handler = route(
  {
    name: 'listInstanceMetrics',
    action: 'compute:GetInstanceMetrics',
    resources: ({ instance_id }) => instance_id.map((id) => `instance/${id}`),
    names: { 'query.instance_id': 'instance' },
    query: manyMetricsQuery,
    reply: listOf('metrics', metrics),
  },
  (context, { query }) => listInstanceMetrics(context, query),
);
