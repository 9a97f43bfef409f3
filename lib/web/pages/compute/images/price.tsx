import { useList } from '#lib/web/api/query.ts';
import { money } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';

const gib = 2 ** 30;

const usePrice = () => useList('listPrices', { query: { resource: 'image' } });

/** What a GiB of an own image costs a month, in rupees; undefined until it is known. */
export const useGibPrice = (): number | undefined => usePrice().items?.[0]?.price_monthly;

/** What an own image of a size costs a month; a dash while either is not known. */
export function ImagePrice({ bytes }: { bytes: number | null }) {
  const rupees = useGibPrice();
  if (bytes === null || rupees === undefined) return '–';
  return money(Math.round((rupees * 100 * bytes) / gib));
}

/** That prices could not be read. */
export function PriceProblem() {
  const { error, again } = usePrice();
  return error && <Problem error={error} again={again} />;
}
