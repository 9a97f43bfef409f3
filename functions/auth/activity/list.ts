import { listActivity } from '#lib/domain/platform/activity/list.ts';
import { placing } from '#lib/edge/placing.ts';
import { route } from '#lib/edge/route.ts';
import { activityEvent, activityQuery } from '#lib/model/platform/activity.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/**
 * The changes of status and existence of everything in the account, oldest first, for 30 days: those after the event
 * `after`, or the newest `limit`, whose cursor continues with older ones. `type` takes event types, `*` and prefixes
 * such as `instance.*`. Prefer: wait holds an empty reply until something happens. Billing, IAM and team events need
 * billing:GetSummary, iam:ListUsers and team:ListMembers.
 */
export const handler = route(
  {
    name: 'listActivity',
    action: 'audit:ListActivity',
    resource: () => 'account',
    query: activityQuery,
    reply: listOf('events', activityEvent),
    settled: async (context, reply, { query }) => {
      if (reply.events.length > 0) return reply;
      const now = await listActivity(context, query, placing);
      return now.events.length > 0 ? now : undefined;
    },
  },
  (context, { query }) => listActivity(context, query, placing),
);
