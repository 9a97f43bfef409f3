import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { pageOfLog } from '#lib/domain/platform/lists.ts';
import { type InstanceEvent, instanceEvent } from '#lib/model/compute/instance.ts';
import type { LogQuery } from '#lib/model/platform/lists.ts';
import { listEvents } from '#lib/store/compute/logs.ts';
import { findInstance } from './resource.ts';

/** One page of the events of an instance. 404 where the instance does not exist. */
export async function listInstanceEvents(
  context: Context,
  { id, query }: { id: string; query: LogQuery },
): Promise<{ events: InstanceEvent[]; next_cursor: string }> {
  const page = pageOfLog(context, `events of ${id}`, query, (request) =>
    listEvents(context.principal.account_id, id, request),
  );
  const [, { items, next_cursor }] = await allInOrder([findInstance(context, id), page]);
  return { events: items.map((event) => instanceEvent.strip().parse(event)), next_cursor };
}
