import { mark } from '#lib/domain/billing/metering/marks.ts';
import { priceOf } from '#lib/model/platform/catalog.ts';
import { putMark } from '#lib/store/billing/metering.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The price of an instance in a lasting status (contract 4.8), in rupees a month; undefined in a transient status. */
function instancePrice({ status, plan, has_disk }: InstanceRecord): number | undefined {
  const disk = Math.min(priceOf('volume', plan.disk), plan.price_monthly);
  if (status === 'running') return plan.price_monthly;
  if (status === 'stopped' || status === 'error') return has_disk ? disk : 0;
  return status === 'terminated' ? 0 : undefined;
}

/** The meter's mark for a change of an instance; none where its price stays the same. */
export function meteredInstance(before: InstanceRecord, next: InstanceRecord): Write[] {
  const price = instancePrice(next);
  const same = before.status === next.status && instancePrice(before) === price;
  if (price === undefined || same) return [];
  const running = next.status === 'running';
  const point = mark('instances', { id: next.id, version: before.version + 1 }, price * 100, next.updated_at);
  return [putMark(next.account_id, { ...point, minimum: running })];
}
