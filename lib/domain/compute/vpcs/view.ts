import type { Vpc } from '#lib/model/compute/vpc.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { usableSlots } from './addresses.ts';

/** A VPC as replies show it, with the addresses that instances may still have. */
export function toVpc(record: VpcRecord): Vpc {
  const { from, to } = usableSlots(record.cidr);
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    cidr: record.cidr,
    is_default: record.is_default,
    description: record.description,
    instance_count: record.instance_count,
    available_ips: to - from - record.instance_count,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
