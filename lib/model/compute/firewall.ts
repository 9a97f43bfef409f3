import * as z from 'zod';
import { cidr } from '#lib/model/platform/cidr.ts';
import { id, stamps } from '#lib/model/platform/common.ts';
import { listOf } from '#lib/model/platform/lists.ts';

const directions = ['inbound', 'outbound'] as const;
const protocols = ['tcp', 'udp', 'icmp', 'all'] as const;

/** A firewall rule as replies show it (contract 2): one allowed flow. Null ports mean all ports of the protocol. */
export const firewallRule = z.strictObject({
  id: id('firewallRule'),
  ...stamps,
  instance_id: id('instance'),
  direction: z.enum(directions),
  protocol: z.enum(protocols),
  port_from: z.int().nullable(),
  port_to: z.int().nullable(),
  cidrs: z.array(z.string()),
  description: z.string().nullable(),
  origin: z.enum(['user', 'default']),
});
export type FirewallRule = z.infer<typeof firewallRule>;

/** An instance's rules, and the defaults for flows that no rule allows. */
export const firewall = listOf('rules', firewallRule).extend({
  default_inbound: z.literal('deny'),
  default_outbound: z.enum(['allow', 'deny']),
});
export type Firewall = z.infer<typeof firewall>;

/** The maximum number of rules of an instance (contract 1.9). */
export const maxRules = 50;

const port = z.int().min(1).max(65_535).nullish();

/** A rule in a request (contract 4.3). */
export const ruleInput = z
  .strictObject({
    direction: z.enum(directions),
    protocol: z.enum(protocols),
    port_from: port,
    port_to: port,
    cidrs: z.array(cidr).min(1).max(20).default(['0.0.0.0/0']),
    description: z.string().max(200).nullable().default(null),
  })
  .superRefine((rule, context) => {
    for (const [field, message] of portProblems(rule)) context.addIssue({ code: 'custom', path: [field], message });
  });
export type RuleInput = z.infer<typeof ruleInput>;

/** The rules of an instance in a request. */
export const ruleInputs = z.array(ruleInput).max(maxRules);

/** A rule of an auto scaling group's template: what its members are launched with. */
export const templateRule = firewallRule.pick({
  direction: true,
  protocol: true,
  port_from: true,
  port_to: true,
  cidrs: true,
  description: true,
});
export type TemplateRule = z.infer<typeof templateRule>;

type Ports = {
  protocol: (typeof protocols)[number];
  port_from?: number | null | undefined;
  port_to?: number | null | undefined;
};

function portProblems({ protocol, port_from: from, port_to: to }: Ports): [field: string, problem: string][] {
  if (protocol === 'icmp' || protocol === 'all') {
    const given = Object.entries({ port_from: from, port_to: to }).filter(([, value]) => value != null);
    return given.map(([field]) => [field, `is not allowed with protocol ${protocol}, which has no ports to choose`]);
  }
  if (from == null && to != null) return [['port_from', `is required with port_to ${to}`]];
  if (from != null && to != null && to < from) return [['port_to', `is below port_from ${from}`]];
  return [];
}
