import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { newId } from '#lib/model/platform/ids.ts';
import {
  type FirewallRecord,
  createFirewall as putFirewall,
  type RuleRecord,
  removeFirewall,
} from '#lib/store/compute/firewalls.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

const sshFromAnywhere = {
  direction: 'inbound',
  protocol: 'tcp',
  port_from: 22,
  cidrs: ['0.0.0.0/0'],
  description: 'SSH',
} as const;

/**
 * The inbound rules of a new instance: SSH from anywhere, and everything from its VPC. Both can be deleted (contract
 * 4.3).
 */
const defaultRules = (vpcCidr: string, now: Date): RuleRecord[] => [
  newRule({ ...sshFromAnywhere, cidrs: [...sshFromAnywhere.cidrs] }, 'default', now),
  newRule(
    { direction: 'inbound', protocol: 'all', cidrs: [vpcCidr], description: 'everything from the VPC' },
    'default',
    now,
  ),
];

type Owner = Pick<InstanceRecord, 'account_id' | 'id'>;

/** Creates the firewall of a new instance, with the default rules. */
export const createFirewall = ({ account_id, id }: Owner, vpcCidr: string, now: Date): Write =>
  putFirewall({ account_id, instance_id: id, rules: defaultRules(vpcCidr, now), version: 1 });

/** Deletes the firewall of a terminated instance. */
export const deleteFirewall = ({ account_id, id }: Owner): Write => removeFirewall(account_id, id);

/** An empty firewall, for an instance whose firewall was deleted. */
export const noFirewall = ({ account_id, id }: Owner): FirewallRecord => ({
  account_id,
  instance_id: id,
  rules: [],
  version: 0,
});

/** A new rule. A single port becomes a range, and duplicate blocks are removed. */
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

/** The flow that a rule allows, as a text: equal for rules that allow the same flow. */
export const flowOf = ({ direction, protocol, port_from, port_to, cidrs }: RuleRecord): string =>
  JSON.stringify([direction, protocol, port_from, port_to, cidrs.toSorted()]);

/** Rules in the form that a host takes. Outbound rules are null where all outbound traffic may pass. */
export function describeFirewall({ rules }: Pick<FirewallRecord, 'rules'>): MachineSpec['firewall'] {
  const flows = (side: RuleRecord['direction']) =>
    rules
      .filter(({ direction }) => direction === side)
      .map(({ protocol, port_from, port_to, cidrs }) => ({ protocol, port_from, port_to, cidrs }));
  const outbound = flows('outbound');
  return { inbound: flows('inbound'), outbound: outbound.length > 0 ? outbound : null };
}
