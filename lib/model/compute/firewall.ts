import * as z from 'zod';
import { cidr } from '#lib/model/platform/cidr.ts';
import { id, stamps } from '#lib/model/platform/common.ts';

const directions = ['inbound', 'outbound'] as const;
const protocols = ['tcp', 'udp', 'icmp', 'all'] as const;

/** A firewall rule as replies show it (contract 2): one allowed flow. Null ports mean all ports of the protocol. */
export const firewallRule = z.strictObject({
  id: id('firewallRule').meta({ readOnly: true }),
  ...stamps,
  instance_id: id('instance').describe('The instance whose traffic it allows.'),
  direction: z
    .enum(directions)
    .describe('Whether it allows traffic to the instance or from it.')
    .meta({ example: 'inbound' }),
  protocol: z.enum(protocols).describe('The protocol of the traffic.').meta({ example: 'tcp' }),
  port_from: z.int().nullable().describe('The first port; null for all ports of the protocol.').meta({ example: 443 }),
  port_to: z.int().nullable().describe('The last port; null for all ports of the protocol.').meta({ example: 443 }),
  cidrs: z
    .array(z.string())
    .describe('The blocks of addresses at the other end.')
    .meta({ example: ['0.0.0.0/0'] }),
  description: z
    .string()
    .nullable()
    .describe('The purpose of the rule; null if there is no description.')
    .meta({ example: 'HTTPS' }),
  origin: z
    .enum(['user', 'default'])
    .describe('Whether a user made the rule, or the launch.')
    .meta({ example: 'user' }),
});
export type FirewallRule = z.infer<typeof firewallRule>;

/** The maximum number of rules of an instance (contract 1.9). */
export const maxRules = 50;

const port = z.int().min(1).max(65_535).nullish();

/** A rule in a request (contract 4.3). */
export const ruleInput = z
  .strictObject({
    direction: z
      .enum(directions)
      .describe('Whether it allows traffic to the instance or from it.')
      .meta({ example: 'inbound' }),
    protocol: z.enum(protocols).describe('The protocol of the traffic.').meta({ example: 'tcp' }),
    port_from: port
      .describe('The first port; null or omitted for all ports. Not allowed with icmp or all.')
      .meta({ example: 443 }),
    port_to: port.describe('The last port; the same as the first if it is null or omitted.').meta({ example: 443 }),
    cidrs: z
      .array(cidr)
      .min(1)
      .max(20)
      .default(['0.0.0.0/0'])
      .describe('The IPv4 or IPv6 blocks at the other end, without host bits.')
      .meta({ example: ['0.0.0.0/0'] }),
    description: z
      .string()
      .max(200)
      .nullable()
      .default(null)
      .describe('What the rule is for; null for nothing.')
      .meta({ example: 'HTTPS' }),
  })
  .superRefine((rule, context) => {
    for (const [field, message] of portProblems(rule)) context.addIssue({ code: 'custom', path: [field], message });
  });
export type RuleInput = z.infer<typeof ruleInput>;

/** The rules of an instance in a request. */
export const ruleInputs = z.array(ruleInput).max(maxRules).meta({ uniqueItems: true });

/** A rule of an auto scaling group's template, with which members are launched. */
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
