import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hourlyPaise, instanceTypes, type Price, unitPrices } from '#lib/model/platform/catalog.ts';

/** All prices before GST: instance types by their id, then the other resources (contract 5). */
export function listPrices(_: PublicContext): { prices: Price[]; next_cursor: '' } {
  const types = instanceTypes.map(({ id, price_monthly, price_hourly_paise }) => ({
    resource: id,
    unit: 'instance',
    price_monthly,
    price_hourly_paise,
  }));
  const others = unitPrices.map((entry) => ({ ...entry, price_hourly_paise: hourlyPaise(entry.price_monthly) }));
  return { prices: [...types, ...others], next_cursor: '' };
}
