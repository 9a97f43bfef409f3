import { capableHosts } from '#lib/domain/compute/hosts/place.ts';
import type { RuleRecord } from '#lib/store/compute/firewalls.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';

/** The capability to filter traffic inside a VPC and outbound traffic. */
export const kernelFilter = 'east_west_firewall';

export const isOutbound = ({ direction }: Pick<RuleRecord, 'direction'>): boolean => direction === 'outbound';

/** Those of the hosts that can apply these rules. 409 where a rule is outbound and none filters outbound traffic. */
export const hostsFor = (hosts: HostEntry[], rules: readonly Pick<RuleRecord, 'direction'>[]): HostEntry[] =>
  hosts.length > 0 && rules.some(isOutbound) ? capableHosts(hosts, kernelFilter) : hosts;
