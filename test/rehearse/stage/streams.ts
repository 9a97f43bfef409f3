// biome-ignore lint/plugin: the stage reads the stream as AWS does
import { setTimeout as wait } from 'node:timers/promises';
import { awsJson } from '#lib/local/aws-json.ts';
import { region } from './account.ts';
import { type Deployed, idsOf, propertiesOf } from './deployed.ts';
import type { Lambda } from './functions.ts';
import type { Metrics } from './metrics.ts';

interface StreamRecord {
  readonly eventName: string;
  /** In seconds at AWS; moto has a text without a zone, which is UTC. */
  readonly dynamodb: { readonly ApproximateCreationDateTime: number | string };
}

interface Page {
  readonly Records: readonly StreamRecord[];
  readonly NextShardIterator: string;
}

/** A reader of the stream in the template. */
interface Mapping {
  readonly FunctionName: unknown;
  readonly FilterCriteria: { readonly Filters: readonly { readonly Pattern: string }[] };
  readonly BatchSize: number;
}

interface Reader {
  readonly functionArn: string;
  readonly patterns: readonly unknown[];
  readonly batch: number;
}

/** What Lambda does with the stack's readers of the table's stream: it filters records, and invokes with batches. */
export function startStreams({ template, made, resolve }: Deployed, lambda: Lambda, moto: string, metrics: Metrics) {
  const streams = { endpoint: moto, service: 'dynamodb', prefix: 'DynamoDBStreams_20120810', version: '1.0' } as const;
  const StreamArn = made.get('Table.StreamArn') ?? '';
  const readers = idsOf(template, 'AWS::Lambda::EventSourceMapping').map((id): Reader => {
    const { FunctionName, FilterCriteria, BatchSize } = propertiesOf<Mapping>(template, id);
    const patterns = FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern));
    return { functionArn: String(resolve(FunctionName)), patterns, batch: BatchSize };
  });
  let isOpen = true;
  let behind = 0;
  /** As Lambda counts: how old the last record of a batch is. */
  const countAge = (functionArn: string, last: StreamRecord | undefined) => {
    const FunctionName = functionArn.replace(/^.*:/, '');
    const made = last?.dynamodb.ApproximateCreationDateTime ?? 0;
    const value = Date.now() - (typeof made === 'string' ? Date.parse(`${made}Z`) : 1000 * made) + behind;
    metrics.put({ namespace: 'AWS/Lambda', name: 'IteratorAge', dimensions: { FunctionName }, value, at: Date.now() });
  };
  const deliver = async (records: readonly StreamRecord[]) => {
    for (const { functionArn, patterns, batch } of readers) {
      const wanted = records.filter((record) => patterns.some((pattern) => matches(pattern, record)));
      for (let from = 0; from < wanted.length; from += batch) {
        const Records = wanted
          .slice(from, from + batch)
          .map((record) => ({ ...record, awsRegion: region, eventSource: 'aws:dynamodb', eventSourceARN: StreamArn }));
        countAge(functionArn, Records.at(-1));
        await lambda.invoke(functionArn, { Records }).catch(() => undefined);
      }
    }
  };
  const follow = async () => {
    const { StreamDescription } = await awsJson<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      streams,
      'DescribeStream',
      { StreamArn },
    );
    const ShardId = StreamDescription.Shards[0]?.ShardId;
    const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let { ShardIterator } = await awsJson<{ ShardIterator: string }>(streams, 'GetShardIterator', from);
    while (isOpen) {
      // moto may take long where the machine is busy.
      const page = await awsJson<Page>(streams, 'GetRecords', { ShardIterator }).catch(() => undefined);
      ShardIterator = page?.NextShardIterator ?? ShardIterator;
      if (page && page.Records.length > 0) await deliver(page.Records);
      else await wait(200);
    }
  };
  const following = follow().catch((error: Error) => process.stderr.write(`rehearsal: the stream: ${error.message}\n`));
  return {
    count: readers.length,
    /** Has records count as older by so many milliseconds from now on, as where the readers had stood still. */
    lag(milliseconds: number) {
      behind = milliseconds;
    },
    async close() {
      isOpen = false;
      await following;
    },
  };
}

/** Whether a value matches a filter of Lambda's: fields by name, and one of several texts or beginnings of texts. */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) {
    return pattern.some((one: string | { prefix: string }) =>
      typeof one === 'string' ? one === value : String(value).startsWith(one.prefix),
    );
  }
  const fields = Object.entries((pattern ?? {}) as Record<string, unknown>);
  return fields.every(([name, inner]) => matches(inner, (value as Record<string, unknown> | undefined)?.[name]));
}
