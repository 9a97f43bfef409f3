import { applyMark, costIn, type Mark, type Meter } from '#lib/model/billing/meter.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { removeMark } from '#lib/store/billing/marks.ts';
import {
  type BookRecord,
  putMeter,
  putMetering,
  putSpend,
  removeMeter,
  type SpendRecord,
} from '#lib/store/billing/metering.ts';
import { Stale, transact, type Write } from '#lib/store/platform/write.ts';
import { emptySpend } from './charge.ts';

/** Writes of one transaction that are available for meters and marks. */
const maxWrites = 70;

/**
 * Applies charged marks to their meters, and removes the meters of deleted resources. It changes no sum. After a crash,
 * or if another run was faster, the next run continues.
 */
export async function compact(account: string, book: BookRecord): Promise<void> {
  let { metering } = book;
  if (!metering) return;
  const month = istMonth(new Date(metering.through * 1000));
  let spend = book.spends.get(month) ?? emptySpend(account, month);
  for (const batch of batches(settledResources(book, metering.through))) {
    const gone = goneWith(spend, batch, month, metering.through);
    const writes = batch.flatMap((one) => writesOf(account, one));
    try {
      await transact([
        putMetering(metering, metering),
        ...(gone === spend.gone ? [] : [putSpend({ ...spend, gone })]),
        ...writes,
      ]);
    } catch (error) {
      if (error instanceof Stale) return;
      throw error;
    }
    metering = { ...metering, version: metering.version + 1 };
    spend = { ...spend, gone };
  }
}

interface Resource {
  meter: Meter;
  marks: Mark[];
  isSettled: boolean;
}

/** Resources that have charged marks or are deleted. */
function settledResources({ meters, marks }: BookRecord, through: number): Resource[] {
  const found: Resource[] = [];
  const resources = new Set([...meters.keys(), ...marks.map(({ resource }) => resource)]);
  for (const resource of resources) {
    const own = marks.filter((mark) => mark.resource === resource);
    const charged = own.filter(({ at }) => at <= through).slice(0, maxWrites - 1);
    const meter = charged.reduce<Meter | undefined>(applyMark, meters.get(resource));
    if (!meter) continue;
    const isSettled = isRemovable(meter, through) && charged.length === own.length;
    if (charged.length > 0 || isSettled) found.push({ meter, marks: charged, isSettled });
  }
  return found;
}

/**
 * Whether a meter can be removed. The meter of an empty bucket stays until its month ends: the bucket may fill again
 * under the same name, and the month's cap applies to both.
 */
const isRemovable = ({ price_paise, since, service, month }: Meter, through: number): boolean =>
  price_paise === 0 && since <= through && (service !== 'object_storage' || month < istMonth(new Date(through * 1000)));

/** Splits resources into batches of at most `maxWrites` writes. */
function* batches(resources: readonly Resource[]): Generator<Resource[]> {
  let batch: Resource[] = [];
  let size = 0;
  for (const one of resources) {
    const more = one.marks.length + 1;
    if (size + more > maxWrites) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(one);
    size += more;
  }
  if (batch.length > 0) yield batch;
}

function goneWith(spend: SpendRecord, batch: readonly Resource[], month: string, through: number): SpendRecord['gone'] {
  const settled = batch.filter((one) => one.isSettled);
  if (settled.length === 0) return spend.gone;
  const gone = { ...spend.gone };
  for (const { meter } of settled) {
    gone[meter.service] = (gone[meter.service] ?? 0) + costIn(meter, month, through);
  }
  return gone;
}

const writesOf = (account: string, { meter, marks, isSettled }: Resource): Write[] => [
  isSettled ? removeMeter(account, meter.resource) : putMeter(account, meter),
  ...marks.map((mark) => removeMark(account, mark)),
];
