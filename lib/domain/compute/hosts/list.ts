import type { Context } from '#lib/domain/platform/context.ts';
import { pageThrough } from '#lib/domain/platform/long-lists.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { isFound, isMatched, type ListQuery } from '#lib/model/platform/lists.ts';
import { hostsByAge, type KnownHost } from '#lib/store/compute/host-list.ts';
import { toHost } from './show.ts';

/** One page of the hosts in every state except removed. */
export async function listHosts(
  context: Context,
  query: ListQuery,
): Promise<{ hosts: OperatedHost[]; next_cursor: string }> {
  const isWanted = (host: OperatedHost) => isFound(host, query.q) && isMatched(host, query);
  const { items, next_cursor } = await pageThrough<KnownHost>(context, 'host', query, {
    read: hostsByAge,
    place: ({ record: { host_id, created_at = '' } }) => ({ id: host_id, name: created_at }),
    keep: (known) => known.record.state !== 'removed' && isWanted(toHost(known)),
  });
  return { hosts: items.map(toHost), next_cursor };
}
