import { unmetered } from '#lib/domain/billing/metering/marks.ts';
import { freePublicAddress } from '#lib/domain/compute/public-addresses/pool.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { removeElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { findElasticIp, requireAvailable } from './resource.ts';

/** Releases an address to the pool, where it is unavailable for a minute. 409 in_use while an instance holds it. */
export function releaseElasticIp(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const record = await findElasticIp(context, id);
    context.match(record.version);
    requireAvailable(record, 'release');
    return context.commit({
      writes: [
        removeElasticIp(record),
        unmetered('elastic_ips', record, rfc3339(context.now)),
        freePublicAddress(record, id),
        returnQuota(record.account_id, 'elastic_ips'),
      ],
      reply: { id, deleted: true as const },
      rehearsal: { would: `release elastic ip ${id} (${record.address})`, ...priceDelta(record.price_monthly, 0) },
    });
  });
}
