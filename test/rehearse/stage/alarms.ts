import type { Metrics } from './metrics.ts';

interface Named {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** An alarm as the template has it. */
export interface AlarmProperties extends Partial<Named> {
  readonly AlarmName: string;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: Named; readonly Period: number; readonly Stat: string };
  }[];
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly TreatMissingData: string;
}

/** How a dimension's value is named in the metrics. */
type NameOf = (value: unknown) => string;

/**
 * Whether an alarm would be raised at a moment, as CloudWatch decides it: over its periods until then, each of which
 * must break the threshold. Throws for what this does not know.
 */
export function isRaised(alarm: AlarmProperties, metrics: Metrics, nameOf: NameOf, now = Date.now()): boolean {
  const period = 1000 * (alarm.Period ?? alarm.Metrics?.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 0);
  if (period === 0) throw new Error(`${alarm.AlarmName} has no period`);
  const periods = Array.from({ length: alarm.EvaluationPeriods }, (_, at) => now - at * period);
  return periods.every((to) => {
    const value = numberOf(alarm, metrics, nameOf, [to - period, to]);
    return value === undefined ? alarm.TreatMissingData === 'breaching' : breaks(alarm, value);
  });
}

function breaks({ ComparisonOperator, Threshold, AlarmName }: AlarmProperties, value: number): boolean {
  if (ComparisonOperator === 'GreaterThanOrEqualToThreshold') return value >= Threshold;
  if (ComparisonOperator === 'LessThanThreshold') return value < Threshold;
  throw new Error(`${AlarmName}: ${ComparisonOperator}`);
}

type Span = readonly [from: number, to: number];

function numberOf(alarm: AlarmProperties, metrics: Metrics, nameOf: NameOf, span: Span): number | undefined {
  const { Metrics: several, Statistic, ExtendedStatistic } = alarm;
  if (!several) return statistic(alarm as Named, Statistic ?? ExtendedStatistic ?? '', { metrics, nameOf, span });
  const parts = several.flatMap(({ MetricStat: one }) =>
    one ? [statistic(one.Metric, one.Stat, { metrics, nameOf, span }) ?? 0] : [],
  );
  const ids = several.flatMap(({ Id, MetricStat }) => (MetricStat ? [`FILL(${Id}, 0)`] : [])).join(', ');
  const expression = several.find(({ Expression }) => Expression)?.Expression;
  if (expression === `SUM([${ids}])`) return parts.reduce((sum, one) => sum + one, 0);
  if (expression === `MAX([${ids}])`) return Math.max(...parts);
  throw new Error(`${alarm.AlarmName}: ${expression}`);
}

function statistic(
  { Namespace, MetricName, Dimensions = [] }: Named,
  stat: string,
  { metrics, nameOf, span }: { metrics: Metrics; nameOf: NameOf; span: Span },
): number | undefined {
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, nameOf(Value)]));
  const numbers = metrics.numbers({ namespace: Namespace, name: MetricName, dimensions }, span).sort((a, b) => a - b);
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (stat === 'Sum') return sum;
  if (stat === 'Maximum') return numbers.at(-1);
  if (stat === 'Average') return sum / numbers.length;
  if (stat === 'p99') return numbers[Math.ceil(numbers.length * 0.99) - 1];
  throw new Error(`${MetricName}: ${stat}`);
}
