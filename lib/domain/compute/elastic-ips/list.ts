import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toElasticIp } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchElasticIps = prefetchPage('elastic-ip');

/** One page of the caller's elastic IPs. */
export async function listElasticIps(
  context: Context,
  query: ListQuery,
): Promise<{ elastic_ips: ElasticIp[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'elastic-ip', query);
  return { elastic_ips: items.map(toElasticIp), next_cursor };
}
