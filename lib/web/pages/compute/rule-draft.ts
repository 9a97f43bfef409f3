import type { Args } from '#lib/client/methods.ts';
import type { TemplateRule } from '#lib/generated/client/schemas.ts';

type RuleBody = Args<'addFirewallRule'>['body'];

/** What is typed into the fields of a firewall rule. */
export interface RuleDraft {
  readonly direction: RuleBody['direction'];
  readonly protocol: RuleBody['protocol'];
  /** `80`, `8000-8010`; nothing for all. */
  readonly ports: string;
  /** Blocks of addresses between commas. */
  readonly cidrs: string;
  readonly description: string;
}

export const newRule: RuleDraft = {
  direction: 'inbound',
  protocol: 'tcp',
  ports: '80',
  cidrs: '0.0.0.0/0',
  description: '',
};

/** Whether traffic of a protocol has ports. */
export const hasPorts = (protocol: RuleDraft['protocol']): boolean => protocol === 'tcp' || protocol === 'udp';

/** What is sent of a rule. */
export function ruleBody({ direction, protocol, ports, cidrs, description }: RuleDraft): RuleBody {
  return {
    direction,
    protocol,
    ...(hasPorts(protocol) && ports.trim() && portsOf(ports)),
    cidrs: cidrs.split(/[\s,]+/).filter(Boolean),
    ...(description && { description }),
  };
}

/** The ports of a text. What is no number is 0, which the platform refuses: a null would be all ports. */
function portsOf(text: string): { port_from: number; port_to?: number } {
  const [from = 0, to] = text.split('-').map((part) => Number(part.trim()) || 0);
  return { port_from: from, ...(to !== undefined && { port_to: to }) };
}

/** A rule as its fields begin with it. */
export function draftOf({ direction, protocol, port_from, port_to, cidrs, description }: TemplateRule): RuleDraft {
  const isOne = port_to === null || port_to === port_from;
  const ports = port_from === null ? '' : isOne ? `${port_from}` : `${port_from}-${port_to}`;
  return { direction, protocol, ports, cidrs: cidrs.join(', '), description: description ?? '' };
}
