import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { periodOf } from '#lib/domain/storage/usage/period.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { BucketUsage as EngineUsage } from '#lib/drivers/objects/engine.ts';
import type { BucketUsage } from '#lib/model/storage/bucket-usage.ts';
import { type StoredHour, storedIn } from '#lib/store/platform/stored.ts';
import { callEngine } from './engine.ts';
import { findActiveBucket } from './resource.ts';

interface UsageQuery {
  name: string;
  from?: string | undefined;
  to?: string | undefined;
  step: number;
}

/** Returns what a bucket holds and its traffic from `from` to `to` (a day by default), in steps. */
export async function getBucketUsage(context: Context, { name, step, ...requested }: UsageQuery): Promise<BucketUsage> {
  const { account_id } = await findActiveBucket(context, name);
  const period = periodOf(requested, context.now, 24);
  const [from, to] = [rfc3339(period.from), rfc3339(period.to)];
  const [usage, hours] = await allInOrder([
    callEngine((engine) => engine.usage(name, period.from, period.to)),
    hoursOf(account_id, name, from, to),
  ]);
  return {
    bucket: name,
    from,
    to,
    step_seconds: step,
    size_bytes: usage.sizeBytes,
    objects: usage.objects,
    versions_bytes: usage.versionsBytes,
    multipart_bytes: usage.multipartBytes,
    requests: usage.requests,
    egress_bytes: usage.egressBytes,
    ingress_bytes: usage.ingressBytes,
    measured_at: rfc3339(usage.measuredAt),
    series: series(usage, hours, { ...period, step: step * 1000 }),
  };
}

async function hoursOf(account: string, name: string, from: string, to: string): Promise<StoredHour[]> {
  const hours: StoredHour[] = [];
  for await (const hour of storedIn(account, from, to)) if (hour.bucket === name) hours.push(hour);
  return hours;
}

function series(
  { series: traffic }: EngineUsage,
  hours: readonly StoredHour[],
  { from, to, step }: { from: Date; to: Date; step: number },
): BucketUsage['series'] {
  const rows: BucketUsage['series'] = [];
  for (let start = from.getTime(); start < to.getTime(); start += step) {
    const within = (at: number) => at >= start && at < start + step;
    // A step shows its last measurement of stored bytes, and the sum of its traffic.
    const stored = hours.findLast(({ at }) => within(Date.parse(at)));
    const transferred = traffic.filter(({ at }) => within(at.getTime()));
    const sum = (field: 'get' | 'put' | 'list' | 'delete' | 'egressBytes' | 'ingressBytes') =>
      transferred.reduce((total, hour) => total + hour[field], 0);
    rows.push({
      at: rfc3339(new Date(start)),
      stored_bytes: stored?.stored_bytes ?? null,
      objects: stored?.objects ?? null,
      requests: { get: sum('get'), put: sum('put'), list: sum('list'), delete: sum('delete') },
      egress_bytes: sum('egressBytes'),
      ingress_bytes: sum('ingressBytes'),
    });
  }
  return rows;
}
