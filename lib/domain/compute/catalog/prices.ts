import type { PublicContext } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { hourlyPaise, instanceTypes, type Price, unitPrices } from '#lib/model/platform/catalog.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';

/** One page of the prices before GST: instance types by their id, then the other resources (contract 5). */
export async function listPrices(
  context: PublicContext,
  query: ListQuery,
): Promise<{ prices: Price[]; next_cursor: string }> {
  const types = instanceTypes.map(({ id, price_monthly, price_hourly_paise }) => ({
    resource: id,
    unit: 'instance',
    price_monthly,
    price_hourly_paise,
  }));
  const others = unitPrices.map((entry) => ({ ...entry, price_hourly_paise: hourlyPaise(entry.price_monthly) }));
  const order = { label: 'resource', place: ownOrder } as const;
  const { items, next_cursor } = await pageOf<Price>(context, 'price', query, [...types, ...others], order);
  return { prices: items, next_cursor };
}
