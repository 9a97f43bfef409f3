import { type ElasticIp, elasticIpActions } from '#lib/model/compute/elastic-ip.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';

/** An elastic IP as replies show it. */
export function toElasticIp(record: ElasticIpRecord): ElasticIp {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    address: record.address,
    status: record.status,
    status_reason: record.status_reason,
    instance_id: record.instance_id,
    attached_at: record.attached_at,
    price_monthly: record.price_monthly,
    tags: record.tags,
    allowed_actions: elasticIpActions[record.status],
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
