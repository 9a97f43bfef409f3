import { type Consequence, each, type PriceDelta, priceDelta, sumOf } from '#lib/model/platform/dry-run.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { affectedBy, type Cascade } from './policy.ts';
import { presentPrice } from './settle.ts';

/** The savings of an instance's termination, and its effects on its volumes, its address and its load balancers. */
export async function terminationOf(
  record: InstanceRecord,
  given: Cascade,
): Promise<PriceDelta & { cascade: Consequence[] }> {
  const { volumes, balancers, snapshots } = await affectedBy(record, given);
  const deleted = [...volumes.filter(({ isDeleted }) => isDeleted), ...snapshots];
  const prices = [presentPrice(record), ...deleted.map(({ price_monthly }) => price_monthly)];
  const ids = (resources: readonly { id: string }[]) => resources.map(({ id }) => id);
  return {
    ...sumOf(prices.map((price) => priceDelta(price, 0))),
    cascade: [
      ...volumes.map(({ id, isDeleted }) => ({ type: 'volume', id, effect: isDeleted ? 'deleted' : 'detached' })),
      ...each('elastic_ip', record.elastic_ip ? [record.elastic_ip.id] : [], 'detached'),
      ...each('load_balancer', ids(balancers), 'backend removed'),
      ...each('snapshot', ids(snapshots), 'deleted'),
    ],
  };
}
