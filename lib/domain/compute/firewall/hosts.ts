import type { RuleRecord } from '#lib/store/compute/firewalls.ts';

/** The capability to filter traffic inside a VPC and outbound traffic. */
export const kernelFilter = 'east_west_firewall';

export const isOutbound = ({ direction }: Pick<RuleRecord, 'direction'>): boolean => direction === 'outbound';
