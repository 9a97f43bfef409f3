import { metered } from '#lib/domain/billing/metering/marks.ts';
import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { capableHosts } from '#lib/domain/compute/hosts/place.ts';
import {
  choosePublicAddress,
  claimPublicAddress,
  type PublicAddress,
} from '#lib/domain/compute/public-addresses/pool.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { hourlyPaise, priceOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createElasticIp, type ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { toElasticIp } from './resource.ts';

interface AllocateInput {
  name: string | null;
  tags: Record<string, string>;
}

/**
 * Allocates a public address to the caller's account. 409 where the pool is empty, 403 over quota, 402 where the wallet
 * cannot pay.
 */
export function allocateElasticIp(context: Context, input: AllocateInput): Promise<ElasticIp> {
  let attempt = 0;
  return retryOnConflict(async () => {
    const { account_id, default_vpc_id } = context.principal;
    const { vpc, catalog } = await readDisks(account_id, { vpc: default_vpc_id });
    // An address can be attached to machines of a host that has its pool, so the host of the default VPC's machines is
    // preferred.
    const near = vpc?.host_id === undefined ? [] : [vpc.host_id];
    const place = await choosePublicAddress(await capableHosts(catalog, 'elastic_ip', near), ++attempt);
    const record = newElasticIp(context, input, place);
    const hourly = hourlyPaise(record.price_monthly);
    return context.commit({
      writes: [
        claimPublicAddress(place, { account_id, resource_id: record.id }),
        takeQuota(account_id, 'elastic_ips'),
        checkBalance(account_id, hourly, 'an elastic IP'),
        createElasticIp(record),
        metered('elastic_ips', record, record.created_at),
      ],
      reply: toElasticIp(record),
      version: record.version,
      rehearsal: { would: 'allocate an elastic IP', ...priceDelta(0, record.price_monthly) },
    });
  });
}

function newElasticIp(context: Context, { name, tags }: AllocateInput, place: PublicAddress): ElasticIpRecord {
  const now = rfc3339(context.now);
  return {
    id: newId('elasticIp', context.now),
    account_id: context.principal.account_id,
    name,
    ...place,
    status: 'available',
    status_reason: null,
    instance_id: null,
    host_id: null,
    attached_at: null,
    price_monthly: priceOf('elastic_ip'),
    tags,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
