import { atLeast, type Line } from './line.ts';
import { benchPolicy } from './policy.ts';
import { benchSigv4 } from './sigv4.ts';
import { median } from './statistics.ts';

/** What one core does a second of what every signed or IAM-governed request needs: the median of three runs. */
export function benchEngines(): Line[] {
  return [lineOf(benchSigv4, 20_000), lineOf(benchPolicy, 50_000)];
}

function lineOf(run: () => { name: string; perSecond: number }, bound: number): Line {
  const runs = Array.from({ length: 3 }, () => run());
  const value = Math.round(median(runs.map(({ perSecond }) => perSecond)));
  return atLeast(runs[0]?.name ?? '', bound, { value, unit: 'a second' });
}
