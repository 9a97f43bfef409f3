import { requireCapability } from '#lib/domain/compute/disks/capable.ts';
import { configureMachine } from '#lib/domain/compute/jobs/configure.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { changeFirewall, type RuleRecord } from '#lib/store/compute/firewalls.ts';
import type { Guarded } from './find.ts';

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
