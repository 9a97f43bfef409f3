import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { bindToBalancer } from '#lib/domain/compute/load-balancers/groups.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Asg, NewAsg } from '#lib/model/compute/asg.ts';
import type { TemplateRule } from '#lib/model/compute/firewall.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type AsgRecord, createAsg, putActivity } from '#lib/store/compute/asgs.ts';
import { useImage } from '#lib/store/compute/inputs.ts';
import { bindGroupToVpc } from '#lib/store/compute/vpcs.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { begun } from './changes.ts';
import { scaleWorkflow } from './follow.ts';
import { claimName, toAsg } from './resource.ts';
import { checkBalancer, checkRoom, readTemplate, sizesOf, templateRules } from './settings.ts';

/**
 * Creates a group; a workflow launches its members right after. 400 for contradictory sizes and for anything that a
 * launch would refuse, 404 for what does not exist, 409 where another group has the name, 403 over quota, including
 * that of instances or vCPUs with its members, 402 where the wallet cannot pay the first hour.
 */
export function createAutoScalingGroup(context: Context, input: NewAsg): Promise<Asg> {
  const sizes = sizesOf(input, input.desired_capacity ?? input.min_size);
  const firewall_rules = templateRules(input.firewall_rules);
  return retryOnConflict(async () => {
    const { type, vpc, ownImageId } = await readTemplate(context, { ...input, firewall_rules });
    const group = newGroup(context, { ...input, ...sizes, firewall_rules, vpc_id: vpc.id });
    await checkBalancer(group);
    const message = `desired capacity set to ${sizes.desired_capacity}`;
    const { operation, workflow } = scaleWorkflow(context, group);
    const isEmpty = sizes.desired_capacity === 0;
    const { next, activities } = isEmpty
      ? { next: group, activities: [] }
      : begun(group, { operation }, { reason: 'config_change', message }, context.now);
    const hourly = type.price_hourly_paise * sizes.desired_capacity;
    const what = `${sizes.desired_capacity} × ${type.id}`;
    return context.commit({
      writes: [
        claimName(group, group.name),
        bindGroupToVpc(group.account_id, vpc.id, group.id, () => notFound('vpc', vpc.id)),
        ...balancerBinding(group),
        ...(ownImageId ? [useImage(group.account_id, ownImageId)] : []),
        takeQuota(group.account_id, 'asgs'),
        ...checkRoom(group.account_id, sizes.desired_capacity, type),
        ...(isEmpty ? [] : [checkBalance(group.account_id, hourly, what)]),
        ...createAsg(next),
        ...activities.map((activity) => putActivity(group.account_id, group.id, activity)),
      ],
      reply: toAsg(next),
      version: next.version,
      ...(isEmpty ? {} : { workflow }),
      rehearsal: {
        would: `create group ${input.name} of ${what}`,
        ...priceDelta(0, type.price_monthly, sizes.desired_capacity),
      },
    });
  });
}

const balancerBinding = ({ account_id, id, load_balancer_id }: AsgRecord): Write[] =>
  load_balancer_id ? [bindToBalancer({ account_id, id, load_balancer_id })] : [];

function newGroup(
  { now, principal }: Context,
  input: Omit<NewAsg, 'firewall_rules'> & {
    desired_capacity: number;
    vpc_id: string;
    firewall_rules: TemplateRule[] | null;
  },
): AsgRecord {
  const at = rfc3339(now);
  return {
    id: newId('asg', now),
    account_id: principal.account_id,
    ...input,
    status: 'active',
    status_reason: null,
    created_at: at,
    updated_at: at,
    last_activity: null,
    version: 1,
    members: [],
    open_activity: null,
    failures: 0,
    retry_at: null,
    scaled_at: null,
    epoch: 0,
    keep_instances: false,
    operation: null,
  };
}
