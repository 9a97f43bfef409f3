import type { FirewallRecord, RuleRecord } from '#lib/store/compute/firewalls.ts';

type Flow = Pick<RuleRecord, 'protocol' | 'port_from' | 'port_to' | 'cidrs'>;

/** Rules as a host takes them; no outbound rule at all lets everything out. */
export function describeFirewall({ rules }: Pick<FirewallRecord, 'rules'>): {
  inbound: Flow[];
  outbound: Flow[] | null;
} {
  const flows = (wanted: RuleRecord['direction']) =>
    rules
      .filter(({ direction }) => direction === wanted)
      .map(({ protocol, port_from, port_to, cidrs }) => ({ protocol, port_from, port_to, cidrs }));
  const outbound = flows('outbound');
  return { inbound: flows('inbound'), outbound: outbound.length > 0 ? outbound : null };
}
