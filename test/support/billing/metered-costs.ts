import { perPaisa } from '#lib/model/billing/meter.ts';
import { istMonth, monthAfter, startOfMonth } from '#lib/model/platform/ist.ts';

interface Change {
  /** Epoch seconds. */
  at: number;
  /** Price of a month; 0 when the resource is gone. */
  price_paise: number;
}
interface Stretch {
  from: number;
  to: number;
  price_paise: number;
}

/**
 * Computes independently, by periods of one price, what resources cost in each month (IST) up to a moment: at least a
 * minute, at most the month's price.
 */
export function costsByMonth(resources: readonly Change[][], until: number): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const changes of resources) {
    for (const [month, stretches] of Object.entries(Object.groupBy(stretchesOf(changes, until), monthOf))) {
      const accrued = (stretches ?? []).reduce((sum, { from, to, price_paise }) => sum + (to - from) * price_paise, 0);
      const cap = Math.max(...(stretches ?? []).map(({ price_paise }) => price_paise));
      const paise = Math.min(Math.floor(accrued / perPaisa), cap);
      if (paise > 0) costs[month] = (costs[month] ?? 0) + paise;
    }
  }
  return costs;
}

const monthOf = ({ from }: Stretch): string => istMonth(new Date(from * 1000));

function stretchesOf(changes: readonly Change[], until: number): Stretch[] {
  const stretches: Stretch[] = [];
  let last = { from: 0, price_paise: 0 };
  for (const { at, price_paise } of changes) {
    if (price_paise === last.price_paise) continue;
    const from = last.price_paise > 0 ? Math.max(at, last.from + 60) : at;
    stretches.push(...byMonth({ ...last, to: from }));
    last = { from, price_paise };
  }
  return [...stretches, ...byMonth({ ...last, to: until })];
}

function byMonth({ from, to, price_paise }: Stretch): Stretch[] {
  if (price_paise === 0 || from >= to) return [];
  const end = startOfMonth(monthAfter(istMonth(new Date(from * 1000)))).getTime() / 1000;
  if (to <= end) return [{ from, to, price_paise }];
  return [{ from, to: end, price_paise }, ...byMonth({ from: end, to, price_paise })];
}
