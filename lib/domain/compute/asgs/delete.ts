import { type Cascade, cascadeReferences } from '#lib/domain/compute/instances/policy.ts';
import { terminationOf } from '#lib/domain/compute/instances/termination.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { each, type Rehearsal, sumOf } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { type AsgRecord, changeAsg, putActivity, readSurroundings } from '#lib/store/compute/asgs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
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
    if (!keep_instances) {
      await context.refuseDenied(() => takenAlong(record));
      await checkProtection(record);
    }
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

/** The savings of a group's deletion, and its effects on members, their resources and the load balancer. */
async function rehearsed(group: AsgRecord, keep_instances: boolean): Promise<Rehearsal> {
  const members = live(group).map(({ instance_id }) => instance_id);
  const terminations = keep_instances ? [] : await terminationsOf(group);
  const balancer = group.load_balancer_id;
  const changed = terminations.flatMap(({ cascade }) => cascade).filter(({ id }) => id !== balancer);
  return {
    would: `delete group ${group.id}`,
    ...sumOf(terminations),
    cascade: [
      ...each('instance', members, keep_instances ? 'kept as an ordinary instance' : 'terminated'),
      ...each('load_balancer', balancer ? [balancer] : [], 'backends removed'),
      // Several members may be backends of one load balancer.
      ...new Map(changed.map((one) => [one.id, one])).values(),
    ],
  };
}

/** The members' own volumes and snapshots are deleted with them only where a request asks for it. */
const plainly: Cascade = { delete_volumes: false, delete_snapshots: false };

async function recordsOf(group: AsgRecord): Promise<InstanceRecord[]> {
  const { instances } = await readSurroundings(group);
  return [...instances.values()].filter((record) => record !== undefined);
}

/** The savings and effects of terminating each member of a group. */
const terminationsOf = async (group: AsgRecord) =>
  allInOrder((await recordsOf(group)).map((record) => terminationOf(record, plainly)));

/** The other resources that the members' terminations change (contract 1.10). */
async function takenAlong(group: AsgRecord): Promise<Reference[]> {
  return (await allInOrder((await recordsOf(group)).map((record) => cascadeReferences(record, plainly)))).flat();
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
