import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { bindToBalancer, unbindFromBalancer } from '#lib/domain/compute/load-balancers/groups.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Asg, AsgChange } from '#lib/model/compute/asg.ts';
import { instanceTypeById } from '#lib/model/platform/catalog.ts';
import { priceDelta, type Rehearsal } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AsgRecord, changeAsg, putActivity } from '#lib/store/compute/asgs.ts';
import { useImage } from '#lib/store/compute/inputs.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { begun, changed } from './changes.ts';
import { scaleWorkflow } from './follow.ts';
import { balancerOf, claimName, findAsg, freeName, membersOf, templateOf, toAsg } from './resource.ts';
import { checkBalancer, checkRoom, readTemplate, sizesOf, templateRules } from './settings.ts';
import { live } from './situation.ts';

/**
 * Changes a group. Settings for new members do not affect existing ones. A group in error tries again. 400, 404 and 409
 * as for a creation; 409 while the group is being deleted; where it grows, 403 beyond a quota or the budget, and 402
 * where the wallet cannot pay the first hour of the additional members.
 */
export function updateAutoScalingGroup(context: Context, { id, ...change }: AsgChange & { id: string }): Promise<Asg> {
  return retryOnConflict(async () => {
    const record = await findAsg(context, id);
    context.match(record.version);
    if (record.status === 'deleting') throw deletingError(id);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const rules = change.firewall_rules === undefined ? {} : { firewall_rules: templateRules(change.firewall_rules) };
    const desired: AsgRecord = { ...record, ...unbalanced(change), ...given, ...rules, ...sizesAfter(record, change) };
    if (record.status !== 'error' && JSON.stringify(desired) === JSON.stringify(record)) {
      return context.commit({
        writes: [],
        reply: toAsg(record),
        version: record.version,
        rehearsal: { would: `nothing: group ${id} already has these settings` },
      });
    }
    await context.refuseDenied([
      ...templateOf(desired),
      ...balancerOf(record),
      ...(desired.desired_capacity < record.desired_capacity ? membersOf(record, ['compute:TerminateInstance']) : []),
    ]);
    const uses = await check(context, record, desired);
    return commitChange(context, record, desired, uses);
  });
}

/** The 409 for a change of a group that is being deleted. */
export const deletingError = (id: string) =>
  new ApiError('wrong_state', `auto scaling group ${id} is deleting; it can no longer be changed`);

/** A group that loses its load balancer also loses its backend port, unless the change itself sets one. */
const unbalanced = ({ load_balancer_id }: AsgChange) => (load_balancer_id === null ? { backend_port: null } : {});

/** New bounds move the desired capacity into them, unless the change sets it too. */
function sizesAfter(record: AsgRecord, change: AsgChange) {
  const { min_size = record.min_size, max_size = record.max_size, desired_capacity } = change;
  const nearest = Math.max(min_size, Math.min(max_size, record.desired_capacity));
  return sizesOf({ min_size, max_size }, desired_capacity ?? nearest);
}

/** Checks the changed settings. Returns the write that notes the use of another own image. */
async function check(context: Context, record: AsgRecord, desired: AsgRecord): Promise<Write[]> {
  const isOther = (...names: (keyof AsgRecord)[]) => names.some((name) => record[name] !== desired[name]);
  const [template] = await allInOrder([
    isOther('instance_type_id', 'image_id', 'ssh_key_id', 'firewall_rules', 'user_data', 'run_entrypoint')
      ? readTemplate(context, desired)
      : undefined,
    isOther('load_balancer_id', 'backend_port', 'health_check') ? checkBalancer(desired) : undefined,
  ]);
  return template?.ownImageId ? [useImage(record.account_id, template.ownImageId)] : [];
}

function commitChange(context: Context, record: AsgRecord, desired: AsgRecord, uses: Write[]): Promise<Asg> {
  const { operation, workflow } = scaleWorkflow(context, record);
  const again = record.status === 'error' ? { status: 'scaling' as const, status_reason: null } : {};
  const changes = { ...desired, ...again, operation, failures: 0, retry_at: null };
  const message = `desired capacity set to ${desired.desired_capacity}`;
  const isResized = desired.desired_capacity !== record.desired_capacity || record.status === 'error';
  const { next, activities } = isResized
    ? begun(record, changes, { reason: 'config_change', message }, context.now)
    : changed(record, changes, context.now);
  return context.commit({
    writes: [
      ...(desired.name === record.name ? [] : [claimName(record, desired.name), freeName(record, record.name)]),
      ...balancerRebinding(record, desired),
      ...uses,
      changeAsg(record, next),
      ...growth(record, desired),
      ...activities.map((activity) => putActivity(record.account_id, record.id, activity)),
    ],
    reply: toAsg(next),
    version: record.version + 1,
    workflow,
    rehearsal: rehearsed(record, desired),
  });
}

/** The requirements of a group that grows: room in the quotas for the additional members, and their first hour. */
function growth(record: AsgRecord, desired: AsgRecord): Write[] {
  const type = instanceTypeById.get(desired.instance_type_id);
  const more = desired.desired_capacity - record.desired_capacity;
  if (more <= 0 || !type) return [];
  const { account_id } = record;
  return [
    ...checkRoom(account_id, desired.desired_capacity - live(record).length, type),
    checkBalance(account_id, type.price_hourly_paise * more, `${more} × ${type.id}`),
  ];
}

/** The cost or saving of a change of size. The group chooses later which members it removes. */
function rehearsed(record: AsgRecord, desired: AsgRecord): Rehearsal {
  const more = desired.desired_capacity - record.desired_capacity;
  const type = instanceTypeById.get((more > 0 ? desired : record).instance_type_id);
  const resized = more === 0 ? '' : ` from ${record.desired_capacity} to ${desired.desired_capacity} members`;
  return {
    would: `update group ${record.id}${resized}`,
    ...priceDelta(0, type?.price_monthly ?? 0, more),
  };
}

/** Moves the group's reference from one load balancer to another. */
function balancerRebinding(
  { account_id, id, load_balancer_id: before }: AsgRecord,
  { load_balancer_id: after }: AsgRecord,
): Write[] {
  if (before === after) return [];
  return [
    ...(after ? [bindToBalancer({ account_id, id, load_balancer_id: after })] : []),
    ...(before ? [unbindFromBalancer({ account_id, id, load_balancer_id: before })] : []),
  ];
}
