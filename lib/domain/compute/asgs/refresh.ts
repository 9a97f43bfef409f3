import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { changeAsg, putActivity } from '#lib/store/compute/asgs.ts';
import { begun } from './changes.ts';
import { scaleWorkflow } from './follow.ts';
import { findAsg, membersOf, templateOf, toAsg } from './resource.ts';
import { deletingError } from './update.ts';

/**
 * Replaces every member, one after another. Meanwhile the group has one more member if its max_size allows. 409 while
 * the group is being deleted.
 */
export function refreshAutoScalingGroup(context: Context, { id }: { id: string }): Promise<Asg> {
  return retryOnConflict(async () => {
    const record = await findAsg(context, id);
    context.match(record.version);
    if (record.status === 'deleting') throw deletingError(id);
    await context.refuseDenied([...templateOf(record), ...membersOf(record, ['compute:TerminateInstance'])]);
    const { operation, workflow } = scaleWorkflow(context, record);
    const changes = {
      epoch: record.epoch + 1,
      operation,
      failures: 0,
      retry_at: null,
      status: 'scaling' as const,
      status_reason: null,
    };
    const what = { reason: 'config_change' as const, message: 'refresh: every member is replaced' };
    const { next, activities } = begun(record, changes, what, context.now);
    return context.commit({
      writes: [changeAsg(record, next), ...activities.map((activity) => putActivity(record.account_id, id, activity))],
      reply: toAsg(next),
      version: record.version + 1,
      workflow,
    });
  });
}
