import { requireCapability } from '#lib/domain/compute/disks/capable.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { configureMachine } from '#lib/domain/compute/jobs/configure.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { FirewallRule } from '#lib/model/compute/firewall.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { changeFirewall, type FirewallRecord, type RuleRecord, readFirewall } from '#lib/store/compute/firewalls.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { noFirewall } from './rules.ts';

/** An instance, its rules, and the hosts, one of which obeys them. */
export interface Guarded {
  record: InstanceRecord;
  firewall: FirewallRecord;
  hosts: readonly HostEntry[];
}

/** The firewall of the caller's instance; 404 where there is no such instance. */
export async function findFirewall(context: Context, instance: string): Promise<Guarded> {
  const { record, firewall, hosts } = await readFirewall(context.principal.account_id, instance);
  if (!record || isGone(record, context.now)) throw notFound('instance', instance);
  return { record, firewall: firewall ?? noFirewall(record), hosts };
}

/** The same to be changed; 409 once the instance is terminating, 412 for a stale If-Match. */
export async function findToChange(context: Context, instance: string): Promise<Guarded> {
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

/** What becomes of flows that no rule allows: outbound ones pass until there is an outbound rule (contract 4.3). */
export const defaultsOf = ({ rules }: Pick<FirewallRecord, 'rules'>) => ({
  default_inbound: 'deny' as const,
  default_outbound: rules.some(({ direction }) => direction === 'outbound') ? ('deny' as const) : ('allow' as const),
});

/** The capability of hosts that filter inside a VPC, and what leaves a machine. */
const kernelFilter = 'east_west_firewall';

/** Commits an instance's new rules and has its host obey them; 409 where it cannot keep an outbound one. */
export function commitRules<T>(context: Context, { record, firewall, hosts }: Guarded, rules: RuleRecord[], reply: T) {
  // An outbound rule closes the rest, so one that is not obeyed would leave open what looks closed.
  if (rules.some(({ direction }) => direction === 'outbound')) requireCapability(hosts, record.host_id, kernelFilter);
  return context.commit({
    writes: [changeFirewall(firewall, rules), configureMachine(record)],
    reply,
    version: firewall.version + 1,
    rings: true,
  });
}
