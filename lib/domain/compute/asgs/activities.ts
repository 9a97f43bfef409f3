import type { Context } from '#lib/domain/platform/context.ts';
import { pageOfLog } from '#lib/domain/platform/lists.ts';
import { type Activity, activity } from '#lib/model/compute/asg.ts';
import type { LogQuery } from '#lib/model/platform/lists.ts';
import { listActivities } from '#lib/store/compute/logs.ts';
import { findAsg } from './resource.ts';

/** One page of the activities of a group. 404 where the group does not exist. */
export async function listAutoScalingActivities(
  context: Context,
  { id, query }: { id: string; query: LogQuery },
): Promise<{ activities: Activity[]; next_cursor: string }> {
  const { account_id } = await findAsg(context, id);
  const { items, next_cursor } = await pageOfLog(context, `activities of ${id}`, query, (request) =>
    listActivities(account_id, id, request),
  );
  return { activities: items.map((entry) => activity.strip().parse(entry)), next_cursor };
}
