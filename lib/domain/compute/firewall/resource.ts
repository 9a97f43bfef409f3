import { requireCapability } from '#lib/domain/compute/hosts/place.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { FirewallRule } from '#lib/model/compute/firewall.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Catalog } from '#lib/store/compute/directory.ts';
import { changeFirewall, type FirewallRecord, type RuleRecord, readFirewall } from '#lib/store/compute/firewalls.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { isOutbound, kernelFilter } from './hosts.ts';
import { noFirewall } from './rules.ts';

/** An instance with its firewall, and the catalog of hosts. */
export interface InstanceFirewall {
  record: InstanceRecord;
  firewall: FirewallRecord;
  catalog: Catalog;
}

/** The firewall of the caller's instance. 404 where the instance does not exist. */
export async function findFirewall(context: Context, instance: string): Promise<InstanceFirewall> {
  const { record, firewall, catalog } = await readFirewall(context.principal.account_id, instance);
  if (!record || isGone(record, context.now)) throw notFound('instance', instance);
  return { record, firewall: firewall ?? noFirewall(record), catalog };
}

/**
 * The firewall of the caller's instance, to be changed. 404 where the instance does not exist, 409 where it is
 * terminating, 412 for a stale If-Match.
 */
export async function findFirewallToChange(context: Context, instance: string): Promise<InstanceFirewall> {
  const found = await findFirewall(context, instance);
  const { status } = found.record;
  if (status === 'terminating' || status === 'terminated') {
    throw new ApiError('wrong_state', `instance ${instance} is ${status}; its firewall can no longer be changed`);
  }
  context.match(found.firewall.version);
  return found;
}

/** A rule as replies show it. */
export const toRule = ({ account_id, instance_id }: FirewallRecord, rule: RuleRecord): FirewallRule => ({
  ...rule,
  account_id,
  instance_id,
});

/** The defaults for flows that no rule allows: outbound flows pass until there is an outbound rule (contract 4.3). */
export const defaultsOf = ({ rules }: Pick<FirewallRecord, 'rules'>) => ({
  default_inbound: 'deny' as const,
  default_outbound: rules.some(isOutbound) ? ('deny' as const) : ('allow' as const),
});

/**
 * Commits an instance's new rules and has its host apply them. 409 for an outbound rule where the host cannot filter
 * outbound traffic.
 */
export async function commitRules<T>(
  context: Context,
  { record, firewall, catalog }: InstanceFirewall,
  rules: RuleRecord[],
  reply: T,
) {
  // An outbound rule blocks all other outbound traffic. On a host that ignored the rule, that traffic would pass
  // although it looks blocked.
  if (rules.some(isOutbound)) await requireCapability(catalog, record.host_id, kernelFilter);
  return context.commit({
    writes: [changeFirewall(firewall, rules), configureMachine(record)],
    reply,
    version: firewall.version + 1,
    rings: [record.host_id],
  });
}
