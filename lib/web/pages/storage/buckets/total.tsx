import { useRead } from '#lib/web/api/query.ts';
import { money } from '#lib/web/parts/money.ts';
import { size } from '#lib/web/parts/size.ts';

/** What all buckets hold together, and what they cost in the last day. Nothing where there is none. */
export function Total() {
  const { data } = useRead('getUsage', {}, { every: 60_000 });
  if (!data || data.buckets.length === 0) return null;
  const { objects, size_bytes, price_estimate_paise } = data;
  return (
    <span className="about">
      {objects.toLocaleString('en')} objects, {size(size_bytes)}; {money(price_estimate_paise)} in the last day
    </span>
  );
}
