import { pascal, type Resource } from '#lib/deploy/template.ts';

/** One metric with its statistic over the alarm's period. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly stat: 'Sum' | 'Maximum' | 'Average' | 'p99';
  readonly dimensions?: Readonly<Record<string, unknown>>;
}

/** One alarm. Of several metrics it looks at the sum, or at the greatest. */
export interface Alarm {
  readonly name: string;
  /** The first words of its line in docs/operating.md. */
  readonly says: string;
  readonly metrics: readonly Metric[];
  readonly of?: 'SUM' | 'MAX';
  readonly threshold: number;
  /** `LessThanThreshold` also where there is no data. */
  readonly below?: true;
  /** That there is no data is an alarm, too. */
  readonly always?: true;
  /** Minutes of one period, and periods in a row. */
  readonly minutes: number;
  readonly periods?: number;
}

/** The logical id of an alarm. */
export const alarmId = ({ name }: Pick<Alarm, 'name'>): string => `${pascal(name)}Alarm`;

/** An alarm's resource, which tells the topic and names its line in the guide for operators. */
export function alarmResource(
  { name, says, metrics, of = 'SUM', threshold, below, always = below, minutes, periods = 1 }: Alarm,
  stack: string,
): Resource {
  const notify = [{ Ref: 'AlarmTopic' }];
  const period = minutes * 60;
  const [only] = metrics;
  return {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmName: `${stack}-${name}`,
      AlarmDescription: `${says}. What to do: docs/operating.md#${name.toLowerCase()}`,
      ...(metrics.length === 1 && only ? single(only, period) : { Metrics: several(metrics, of, period) }),
      ComparisonOperator: below ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      Threshold: threshold,
      EvaluationPeriods: periods,
      TreatMissingData: always ? 'breaching' : 'notBreaching',
      AlarmActions: notify,
      OKActions: notify,
    },
  };
}

const dimensionsOf = ({ dimensions = {} }: Metric) =>
  Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));

function single(metric: Metric, Period: number): Record<string, unknown> {
  const statistic = metric.stat === 'p99' ? { ExtendedStatistic: 'p99' } : { Statistic: metric.stat };
  const Dimensions = dimensionsOf(metric);
  const named = { Namespace: metric.namespace, MetricName: metric.name, Period, ...statistic };
  return Dimensions.length > 0 ? { ...named, Dimensions } : named;
}

function several(metrics: readonly Metric[], of: 'SUM' | 'MAX', Period: number): object[] {
  const parts = metrics.map((metric, at) => ({
    Id: `m${at + 1}`,
    ReturnData: false,
    MetricStat: {
      Metric: { Namespace: metric.namespace, MetricName: metric.name, Dimensions: dimensionsOf(metric) },
      Period,
      Stat: metric.stat,
    },
  }));
  // A metric without data in a period would leave the sum without a value.
  const terms = parts.map(({ Id }) => `FILL(${Id}, 0)`);
  return [...parts, { Id: 'all', Label: of, Expression: `${of}([${terms.join(', ')}])`, ReturnData: true }];
}
