import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { levels, readPoints } from '#lib/store/compute/metrics.ts';
import { meanOf } from './mean.ts';

const [fine] = levels;

/**
 * How busy an instance was over its last `seconds` (10 to 21,600) by the civil clock, in percent; null where less than half
 * of that time was sampled: it was off, has only just started, or its host is silent. One read.
 */
export async function averageOf(
  account: string,
  instance: string,
  metric: 'cpu' | 'ram',
  seconds: number,
): Promise<number | null> {
  const to = Math.floor(civilNow().getTime() / 1000);
  // The last stretch to be stored began up to two steps ago.
  const from = to - Math.min(seconds, fine.kept) - 2 * fine.step;
  const [points = []] = await readPoints(account, instance, [{ level: fine, from, to }]);
  const values = points.map(({ usage }) => usage[`${metric}_percent`]);
  const sampled = values.filter((value) => value !== null).length * fine.step;
  return sampled * 2 < seconds ? null : meanOf(values);
}
