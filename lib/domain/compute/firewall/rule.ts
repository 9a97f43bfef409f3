import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { RuleRecord } from '#lib/store/compute/firewalls.ts';

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
