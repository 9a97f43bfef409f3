import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { type InstanceEvent, instanceEvent } from '#lib/model/compute/instance.ts';
import { listEvents } from '#lib/store/compute/instances.ts';
import { checkInstance } from './resource.ts';

/** The events of an instance, newest first. 404 where the instance does not exist. */
export async function listInstanceEvents(
  context: Context,
  { id }: { id: string },
): Promise<{ events: InstanceEvent[]; next_cursor: '' }> {
  const [, events] = await together([checkInstance(context, id), listEvents(context.principal.account_id, id)]);
  return { events: events.map((event) => instanceEvent.strip().parse(event)), next_cursor: '' };
}
