import type { Context } from '#lib/domain/context.ts';
import { configureMachine } from '#lib/domain/jobs/configure.ts';
import { ApiError } from '#lib/model/errors.ts';
import { changeFirewall, type RuleRecord } from '#lib/store/firewalls.ts';
import type { HostEntry } from '#lib/store/hosts.ts';
import type { Guarded } from './find.ts';

/** Commits an instance's new rules and has its host obey them; 409 where it cannot keep an outbound one. */
export function commitRules<T>(context: Context, { record, firewall, host }: Guarded, rules: RuleRecord[], reply: T) {
  if (rules.some(({ direction }) => direction === 'outbound')) requireOutbound(record.id, host);
  return context.commit({
    writes: [changeFirewall(firewall, rules), configureMachine(record)],
    reply,
    version: firewall.version + 1,
    rings: true,
  });
}

/** An outbound rule closes the rest, so one that is not obeyed would leave open what looks closed. */
function requireOutbound(instance: string, host: HostEntry | undefined): void {
  if (!host || host.driver === 'simulated' || host.capabilities.includes('outbound_firewall')) return;
  throw new ApiError(
    'wrong_state',
    `direction: outbound rules are not enforced where instance ${instance} runs (host ${host.host_id}, driver ${host.driver}, lacks outbound_firewall)`,
  );
}
