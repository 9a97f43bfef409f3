import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { RuleInput, TemplateRule } from '#lib/model/compute/firewall.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
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

/** Creates the firewall of a new instance, with the given rules or the default ones. */
export const createFirewall = (
  { account_id, id }: Owner,
  { vpcCidr, rules }: { vpcCidr: string; rules: readonly RuleInput[] | undefined },
  now: Date,
): Write =>
  putFirewall({
    account_id,
    instance_id: id,
    rules: rules?.map((rule) => newRule(rule, 'user', now)) ?? defaultRules(vpcCidr, now),
    version: 1,
  });

/** Deletes the firewall of a terminated instance. */
export const deleteFirewall = ({ account_id, id }: Owner): Write => removeFirewall(account_id, id);

/** An empty firewall, for an instance whose firewall was deleted. */
export const noFirewall = ({ account_id, id }: Owner): FirewallRecord => ({
  account_id,
  instance_id: id,
  rules: [],
  version: 0,
});

/** A requested rule in normal form: a single port becomes a range, and duplicate blocks are removed. */
export const normalRule = (input: RuleInput): TemplateRule => ({
  direction: input.direction,
  protocol: input.protocol,
  port_from: input.port_from ?? null,
  port_to: input.port_to ?? input.port_from ?? null,
  cidrs: [...new Set(input.cidrs)],
  description: input.description,
});

/** A new rule. */
export function newRule(input: RuleInput, origin: RuleRecord['origin'], now: Date): RuleRecord {
  const at = rfc3339(now);
  return {
    id: newId('firewallRule', now),
    ...normalRule(input),
    origin,
    created_at: at,
    updated_at: at,
  };
}

/** The flow that a rule allows, as text: equal for rules that allow the same flow. */
export const flowOf = ({ direction, protocol, port_from, port_to, cidrs }: TemplateRule): string =>
  JSON.stringify([direction, protocol, port_from, port_to, cidrs.toSorted()]);

/** Refuses rules if two of them allow the same flow: 400, naming both by the request's field. */
export function refuseDuplicates(field: string, rules: readonly RuleInput[]): void {
  const flows = rules.map((rule) => flowOf(normalRule(rule)));
  const duplicate = flows.findIndex((flow, i) => flows.indexOf(flow) < i);
  if (duplicate < 0) return;
  const first = flows.indexOf(flows[duplicate] as string);
  const text = `${field}[${duplicate}]: is identical to ${field}[${first}] (each flow once)`;
  throw new ApiError('validation_failed', text);
}

/** Rules in the host's form. Outbound rules are null if all outbound traffic is allowed. */
export function describeFirewall({ rules }: Pick<FirewallRecord, 'rules'>): MachineSpec['firewall'] {
  const flows = (side: RuleRecord['direction']) =>
    rules
      .filter(({ direction }) => direction === side)
      .map(({ protocol, port_from, port_to, cidrs }) => ({ protocol, port_from, port_to, cidrs }));
  const outbound = flows('outbound');
  return { inbound: flows('inbound'), outbound: outbound.length > 0 ? outbound : null };
}
