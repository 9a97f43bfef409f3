import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import { newId } from '#lib/model/platform/ids.ts';
import {
  type FirewallRecord,
  createFirewall as putFirewall,
  type RuleRecord,
  removeFirewall,
} from '#lib/store/compute/firewalls.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

const anywhere = {
  direction: 'inbound',
  protocol: 'tcp',
  port_from: 22,
  cidrs: ['0.0.0.0/0'],
  description: 'SSH',
} as const;

/** What a new instance lets in: SSH from anywhere, and everything from its VPC; both can be deleted (contract 4.3). */
const defaultRules = (vpcCidr: string, now: Date): RuleRecord[] => [
  newRule({ ...anywhere, cidrs: [...anywhere.cidrs] }, 'default', now),
  newRule(
    { direction: 'inbound', protocol: 'all', cidrs: [vpcCidr], description: 'everything from the VPC' },
    'default',
    now,
  ),
];

type Owner = Pick<InstanceRecord, 'account_id' | 'id'>;

/** The firewall that an instance begins with. */
export const createFirewall = ({ account_id, id }: Owner, vpcCidr: string, now: Date): Write =>
  putFirewall({ account_id, instance_id: id, rules: defaultRules(vpcCidr, now), version: 1 });

/** Takes a terminated instance's rules away. */
export const dropFirewall = ({ account_id, id }: Owner): Write => removeFirewall(account_id, id);

/** The firewall of an instance that has none any more. */
export const noFirewall = ({ account_id, id }: Owner): FirewallRecord => ({
  account_id,
  instance_id: id,
  rules: [],
  version: 0,
});

/** A new rule, its ports a range, its blocks each named once. */
export function newRule(input: RuleInput, origin: RuleRecord['origin'], now: Date): RuleRecord {
  const at = rfc3339(now);
  return {
    id: newId('firewallRule', now),
    direction: input.direction,
    protocol: input.protocol,
    port_from: input.port_from ?? null,
    port_to: input.port_to ?? input.port_from ?? null,
    cidrs: [...new Set(input.cidrs)],
    description: input.description,
    origin,
    created_at: at,
    updated_at: at,
  };
}

/** What a rule allows, as a text that only rules which allow the same have. */
export const flowOf = ({ direction, protocol, port_from, port_to, cidrs }: RuleRecord): string =>
  JSON.stringify([direction, protocol, port_from, port_to, cidrs.toSorted()]);

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
