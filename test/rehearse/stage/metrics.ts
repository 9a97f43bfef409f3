/** One number of a metric. */
export interface Point {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly value: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A metric filter of the template. */
export interface Filter {
  readonly group: string;
  readonly pattern: string;
  readonly namespace: string;
  readonly name: string;
}

/** CloudWatch's metrics: what is put there, what lines of logs say in the embedded format, and what filters count. */
export class Metrics {
  readonly #filters: readonly Filter[];
  readonly #points: Point[] = [];

  constructor(filters: readonly Filter[] = []) {
    this.#filters = filters;
  }

  put(point: Point): void {
    if (!Number.isFinite(point.value)) throw new Error(`${point.namespace} ${point.name} is no number`);
    this.#points.push(point);
  }

  /** Takes a line of a log group. Throws for one that begins as the embedded format does, and breaks its rules. */
  takeLine(group: string, line: string, at = Date.now()): void {
    const said = objectIn(line);
    if (!said) return;
    for (const point of embeddedIn(said)) this.put(point);
    for (const { pattern, namespace, name, ...filter } of this.#filters) {
      if (filter.group === group && fits(pattern, said)) this.put({ namespace, name, dimensions: {}, value: 1, at });
    }
  }

  /** The numbers of one metric after `from`, until `to`. A metric is that of exactly these dimensions. */
  numbers(
    metric: Pick<Point, 'namespace' | 'name' | 'dimensions'>,
    [from, to]: readonly [number, number] = [0, Number.POSITIVE_INFINITY],
  ): number[] {
    const wanted = nameOf(metric);
    return this.#points
      .filter((one) => one.at > from && one.at <= to && nameOf(one) === wanted)
      .map(({ value }) => value);
  }
}

const nameOf = ({ namespace, name, dimensions }: Pick<Point, 'namespace' | 'name' | 'dimensions'>): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);

function objectIn(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What CloudWatch takes as a unit, of which we use these. */
const units = new Set(['Count', 'Seconds', 'Milliseconds', 'None']);

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
}

/** The metrics in a line of the embedded format: one for each set of dimensions. */
function embeddedIn(said: Record<string, unknown>): Point[] {
  if (said._aws === undefined) return [];
  const { Timestamp, CloudWatchMetrics } = said._aws as { Timestamp: number; CloudWatchMetrics: Directive[] };
  const wrong = (why: string) => new Error(`${why}: ${JSON.stringify(said)}`);
  if (!Number.isInteger(Timestamp) || Math.abs(Date.now() - Timestamp) > 3_600_000) throw wrong('no time');
  return CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name, Unit }) => {
        const value = said[Name];
        if (typeof value !== 'number' || !units.has(Unit) || !Namespace) throw wrong(`no metric ${Name}`);
        const dimensions = Object.fromEntries(names.map((name) => [name, String(said[name])]));
        return { namespace: Namespace, name: Name, dimensions, value, at: Timestamp };
      }),
    ),
  );
}

/** Whether a line fits a filter pattern of texts: `{ $.level = "error" && $.schedule = "x" }`. Throws for others. */
export function fits(pattern: string, said: Record<string, unknown>): boolean {
  const [, inner] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const terms = inner?.split(' && ').map((term) => /^\$\.(\w+) = "([^"*]*)"$/.exec(term));
  if (!terms?.every((term) => term !== null)) throw new Error(`no pattern that is known here: ${pattern}`);
  return terms.every(([, name = '', text]) => said[name] === text);
}
