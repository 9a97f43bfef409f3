import type { Context } from '#lib/domain/context.ts';
import { list } from '#lib/domain/lists.ts';
import type { ElasticIp } from '#lib/model/elastic-ip.ts';
import type { ListQuery } from '#lib/model/lists.ts';
import type { ElasticIpRecord } from '#lib/store/elastic-ips.ts';
import { toElasticIp } from './view.ts';

/** One page of the caller's elastic IPs. */
export async function listElasticIps(
  context: Context,
  query: ListQuery,
): Promise<{ elastic_ips: ElasticIp[]; next_cursor: string }> {
  const { items, next_cursor } = await list<ElasticIpRecord>(context, 'elastic-ip', query);
  return { elastic_ips: items.map(toElasticIp), next_cursor };
}
