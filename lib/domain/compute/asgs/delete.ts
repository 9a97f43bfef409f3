import { presentPrice } from '#lib/domain/compute/instances/settle.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { each, priceDelta, type Rehearsal, sumOf } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AsgRecord, changeAsg, putActivity, readSurroundings } from '#lib/store/compute/asgs.ts';
import { begun } from './changes.ts';
import { scaleWorkflow } from './follow.ts';
import { balancerOf, findAsg, membersOf, toAsg } from './resource.ts';
import { live } from './situation.ts';

/**
 * Deletes a group and terminates its members; with `keep_instances` they become ordinary instances. A group that is
 * already being deleted is answered unchanged. 409 protected where a member has termination protection.
 */
export function deleteAutoScalingGroup(
  context: Context,
  { id, keep_instances }: { id: string; keep_instances: boolean },
): Promise<Asg> {
  return retryOnConflict(async () => {
    const record = await findAsg(context, id);
    context.match(record.version);
    if (record.status === 'deleting')
      return context.commit({ writes: [], reply: toAsg(record), version: record.version });
    await context.refuseDenied([
      ...balancerOf(record),
      ...membersOf(record, keep_instances ? [] : ['compute:TerminateInstance']),
    ]);
    if (!keep_instances) await checkProtection(record);
    const { operation, workflow } = scaleWorkflow(context, record);
    const changes = {
      status: 'deleting' as const,
      status_reason: null,
      keep_instances,
      operation,
      desired_capacity: 0,
    };
    const what = { reason: 'config_change' as const, message: 'the group is deleted' };
    const { next, activities } = begun(record, changes, what, context.now);
    return context.commit({
      writes: [changeAsg(record, next), ...activities.map((activity) => putActivity(record.account_id, id, activity))],
      reply: toAsg(next),
      version: record.version + 1,
      workflow,
      rehearsal: () => rehearsed(record, keep_instances),
    });
  });
}

/** What the deletion of a group saves, and what becomes of its members and its load balancer. */
async function rehearsed(group: AsgRecord, keep_instances: boolean): Promise<Rehearsal> {
  const members = live(group).map(({ instance_id }) => instance_id);
  const { instances } = await readSurroundings(group);
  const prices = [...instances.values()].map((record) => (record && !keep_instances ? presentPrice(record) : 0));
  return {
    would: `delete group ${group.id}`,
    ...sumOf(prices.map((price) => priceDelta(price, 0))),
    cascade: [
      ...each('instance', members, keep_instances ? 'kept as an ordinary instance' : 'terminated'),
      ...each('load_balancer', group.load_balancer_id ? [group.load_balancer_id] : [], 'backends removed'),
    ],
  };
}

async function checkProtection(group: AsgRecord): Promise<void> {
  const { instances } = await readSurroundings(group);
  const kept = live(group).find(({ instance_id }) => instances.get(instance_id)?.termination_protection);
  if (!kept) return;
  const what = `instance ${kept.instance_id} of group ${group.id} has termination protection`;
  throw new ApiError(
    'protected',
    `${what}; PATCH termination_protection=false first, or delete with keep_instances=true`,
  );
}
