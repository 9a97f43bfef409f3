import { realNow } from '#lib/drivers/clocks/real.ts';
import { type Measure, type Measured, measures } from '#lib/model/platform/measured.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { log } from './log.ts';

/** The most names that a line lists. */
const named = 20;

/**
 * Writes measurements as one log line, from which CloudWatch makes metrics (EMF) in the stack's namespace. The line
 * also names what was counted. Writes nothing where there are no alarms, as on a laptop.
 */
export function measure(measured: Measured): void {
  const Namespace = setting('SVC_METRICS');
  const entries = Object.entries(measured) as [Measure, number | readonly string[]][];
  if (!Namespace || entries.length === 0) return;
  const Metrics = entries.map(([Name]) => ({ Name, Unit: measures[Name] }));
  const numbers = entries.map(([name, value]) => [name, typeof value === 'number' ? value : value.length]);
  const lists = entries.flatMap(([name, value]) =>
    typeof value === 'number' || value.length === 0 ? [] : [[name, value.slice(0, named)]],
  );
  log('info', {
    _aws: { Timestamp: realNow().getTime(), CloudWatchMetrics: [{ Namespace, Dimensions: [[]], Metrics }] },
    ...Object.fromEntries(numbers),
    ...(lists.length > 0 && { counted: Object.fromEntries(lists) }),
  });
}
