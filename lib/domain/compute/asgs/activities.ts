import type { Context } from '#lib/domain/platform/context.ts';
import { type Activity, activity } from '#lib/model/compute/asg.ts';
import { listActivities } from '#lib/store/compute/asgs.ts';
import { findAsg } from './resource.ts';

/** The activities of a group, newest first. 404 where the group does not exist. */
export async function listAutoScalingActivities(
  context: Context,
  { id }: { id: string },
): Promise<{ activities: Activity[]; next_cursor: '' }> {
  const record = await findAsg(context, id);
  const activities = await listActivities(record.account_id, id);
  return { activities: activities.map((entry) => activity.strip().parse(entry)), next_cursor: '' };
}
