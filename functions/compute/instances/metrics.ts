import * as z from 'zod';
import { getInstanceMetrics } from '#lib/domain/compute/metrics/show.ts';
import { route } from '#lib/edge/route.ts';
import { metrics, metricsQuery } from '#lib/model/compute/metrics.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Shows an instance's CPU, memory, network and disk usage over a time range, in any status. 400 for a range with more
 * steps than a reply holds.
 */
export const handler = route(
  {
    name: 'getInstanceMetrics',
    action: 'compute:GetInstanceMetrics',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    query: metricsQuery,
    reply: metrics,
  },
  (context, { params, query }) => getInstanceMetrics(context, { ...params, ...query }),
);
