import { checkBudget } from '#lib/domain/billing/wallets/afford.ts';
import { bindToBalancer, looseFromBalancer } from '#lib/domain/compute/load-balancers/groups.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import type { Asg, AsgChange } from '#lib/model/compute/asg.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AsgRecord, changeAsg, putActivity } from '#lib/store/compute/asgs.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { begun, changed } from './changes.ts';
import { following } from './follow.ts';
import { balancerOf, claimName, findAsg, freeName, membersOf, templateOf, toAsg } from './resource.ts';
import { checkBalancer, readTemplate, sizesOf } from './settings.ts';

/**
 * Changes a group; what concerns new members alone leaves those that it has as they are. A group in error tries again.
 * 400, 404 and 409 as a creation has them; 409 while it is being deleted; 403 where it grows and the budget is used up.
 */
export function updateAutoScalingGroup(context: Context, { id, ...change }: AsgChange & { id: string }): Promise<Asg> {
  return retryOnConflict(async () => {
    const record = await findAsg(context, id);
    context.match(record.version);
    if (record.status === 'deleting') throw isDeleting(id);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const wish: AsgRecord = { ...record, ...given, ...sizesAfter(record, change) };
    if (record.status !== 'error' && JSON.stringify(wish) === JSON.stringify(record)) {
      return context.commit({ writes: [], reply: toAsg(record), version: record.version });
    }
    await context.refuseDenied([
      ...templateOf(wish),
      ...balancerOf(record),
      ...(wish.desired_capacity < record.desired_capacity ? membersOf(record, ['compute:TerminateInstance']) : []),
    ]);
    await check(context, record, wish);
    return commitChange(context, record, wish);
  });
}

/** The 409 for a group that is on its way out. */
export const isDeleting = (id: string) =>
  new ApiError('wrong_state', `auto scaling group ${id} is deleting; it can no longer be changed`);

/** New bounds move the desired capacity with them, unless it was given as well. */
function sizesAfter(record: AsgRecord, change: AsgChange) {
  const { min_size = record.min_size, max_size = record.max_size, desired_capacity } = change;
  const nearest = Math.max(min_size, Math.min(max_size, record.desired_capacity));
  return sizesOf({ min_size, max_size }, desired_capacity ?? nearest);
}

async function check(context: Context, record: AsgRecord, wish: AsgRecord): Promise<void> {
  const isOther = (...names: (keyof AsgRecord)[]) => names.some((name) => record[name] !== wish[name]);
  await together([
    isOther('instance_type_id', 'image_id', 'ssh_key_id') ? readTemplate(context, wish) : undefined,
    isOther('load_balancer_id', 'backend_port', 'health_check') ? checkBalancer(wish) : undefined,
  ]);
}

function commitChange(context: Context, record: AsgRecord, wish: AsgRecord): Promise<Asg> {
  const { operation, workflow } = following(context, record);
  const again = record.status === 'error' ? { status: 'scaling' as const, status_reason: null } : {};
  const changes = { ...wish, ...again, operation, failures: 0, retry_at: null };
  const message = `desired capacity set to ${wish.desired_capacity}`;
  const isResized = wish.desired_capacity !== record.desired_capacity || record.status === 'error';
  const { next, activities } = isResized
    ? begun(record, changes, { reason: 'config_change', message }, context.now)
    : changed(record, changes, context.now);
  return context.commit({
    writes: [
      ...(wish.name === record.name ? [] : [claimName(record, wish.name), freeName(record, record.name)]),
      ...rebound(record, wish),
      changeAsg(record, next),
      ...(wish.desired_capacity > record.desired_capacity ? [checkBudget(record.account_id)] : []),
      ...activities.map((activity) => putActivity(record.account_id, record.id, activity)),
    ],
    reply: toAsg(next),
    version: record.version + 1,
    workflow,
  });
}

/** The group's hold on its load balancer, moved to another. */
function rebound(
  { account_id, id, load_balancer_id: before }: AsgRecord,
  { load_balancer_id: after }: AsgRecord,
): Write[] {
  if (before === after) return [];
  return [
    ...(after ? [bindToBalancer({ account_id, id, load_balancer_id: after })] : []),
    ...(before ? [looseFromBalancer({ account_id, id, load_balancer_id: before })] : []),
  ];
}
