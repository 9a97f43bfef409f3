import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { unitPrices } from '#lib/model/platform/catalog.ts';
import type { StorageUsage } from '#lib/model/storage/bucket-usage.ts';
import { storedIn } from '#lib/store/platform/stored.ts';
import { type BucketRecord, bucketsOf } from '#lib/store/storage/buckets.ts';
import { type Period, periodOf } from './period.ts';

type Row = StorageUsage['buckets'][number];

/**
 * Returns what the account's buckets hold, and the cost of storage from `from` to `to` (30 days by default), by the
 * measured hours.
 */
export async function getUsage(
  { principal: { account_id }, now }: Context,
  requested: { from?: string | undefined; to?: string | undefined },
): Promise<StorageUsage> {
  const period = periodOf(requested, now, 30 * 24);
  const [records, byBucket] = await allInOrder([bucketsOf(account_id), readByteHours(account_id, period)]);
  const active = records.filter(({ status }) => status === 'active');
  const buckets = await Promise.all(active.map((record) => rowOf(record, period, byBucket.get(record.name) ?? 0)));
  const known = new Set(active.map(({ name }) => name));
  const gone = [...byBucket].filter(([name]) => !known.has(name)).map(([name, byteHours]) => goneRow(name, byteHours));
  const all = [...buckets, ...gone];
  const sum = (field: 'size_bytes' | 'objects' | 'egress_bytes') => all.reduce((total, row) => total + row[field], 0);
  return {
    from: rfc3339(period.from),
    to: rfc3339(period.to),
    size_bytes: sum('size_bytes'),
    objects: sum('objects'),
    egress_bytes: sum('egress_bytes'),
    price_estimate_paise: paise([...byBucket.values()].reduce((total, byteHours) => total + byteHours, 0)),
    currency: 'INR',
    buckets: all,
  };
}

async function readByteHours(account: string, { from, to }: Period): Promise<Map<string, number>> {
  const byteHours = new Map<string, number>();
  for await (const { bucket, stored_bytes } of storedIn(account, rfc3339(from), rfc3339(to))) {
    byteHours.set(bucket, (byteHours.get(bucket) ?? 0) + stored_bytes);
  }
  return byteHours;
}

async function rowOf({ name }: BucketRecord, { from, to }: Period, byteHours: number): Promise<Row> {
  const usage = await callEngine((engine) => engine.usage(name, from, to));
  return {
    name,
    size_bytes: usage.sizeBytes,
    objects: usage.objects,
    egress_bytes: usage.egressBytes,
    price_estimate_paise: paise(byteHours),
    measured_at: rfc3339(usage.measuredAt),
  };
}

/** A bucket that is deleted or being deleted: its content in the period still counts. */
const goneRow = (name: string, byteHours: number): Row => ({
  name,
  size_bytes: 0,
  objects: 0,
  egress_bytes: 0,
  price_estimate_paise: paise(byteHours),
  measured_at: null,
});

const rupees = unitPrices.find(({ resource }) => resource === 'object_storage')?.price_monthly ?? 0;
const hoursPerMonth = 730;

/** The price of this many byte-hours in paise, rounded. */
const paise = (byteHours: number): number => Math.round(((byteHours / 1024 ** 3) * rupees * 100) / hoursPerMonth);
