import type { FirewallRule } from '#lib/model/compute/firewall.ts';
import type { FirewallRecord, RuleRecord } from '#lib/store/compute/firewalls.ts';

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
