import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { filtersOf, isFound, isMatched, type ListQuery } from '#lib/model/platform/lists.ts';
import { hostsByAge } from '#lib/store/compute/host-list.ts';
import { toHost } from './show.ts';

/** The most hosts that one page reads where only some of them match (contract 1.8). */
const readAtMost = 1000;

/** One page of the hosts, of every state but removed. */
export async function listHosts(
  context: Context,
  query: ListQuery,
): Promise<{ hosts: OperatedHost[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, 'host', query);
  const isWanted = (host: OperatedHost) => isFound(host, query.q) && isMatched(host, query);
  const isAny = filtersOf(query).length === 0 && query.q === undefined;
  const { hosts, isMore } = await hostsByAge({
    newestFirst: query.sort === '-created_at',
    limit: isAny ? query.limit : readAtMost,
    after: after && { host_id: after.id, created_at: after.name },
  });
  const known = hosts.filter(({ record }) => record.state !== 'removed').map(toHost);
  const wanted = known.filter(isWanted);
  const shown = wanted.slice(0, query.limit);
  const last = wanted.length > shown.length ? shown.at(-1) : isMore ? lastRead(hosts) : undefined;
  return { hosts: shown, next_cursor: await cursorOf(last && { id: last.id, name: last.created_at }) };
}

function lastRead(hosts: Awaited<ReturnType<typeof hostsByAge>>['hosts']) {
  const { host_id = '', created_at = '' } = hosts.at(-1)?.record ?? {};
  return { id: host_id, created_at };
}
