import { awsJson, dynamodbAt } from '#lib/local/aws-json.ts';

/** Attributes as DynamoDB's protocol has them. */
export type WireItem = Readonly<Record<string, { readonly S?: string }>>;

/** What a write left of an item; without an image where it was deleted. */
export interface Change {
  readonly keys: WireItem;
  readonly image: WireItem | undefined;
}

/** The committed writes of a table, in their order. */
export interface TableStream {
  /** Those since the last call, or since the stream was opened. */
  next(): Promise<Change[]>;
  /** From then on the engine keeps no writes. */
  end(): Promise<void>;
}

interface Page {
  readonly Records: { readonly dynamodb: { readonly Keys: WireItem; readonly NewImage?: WireItem } }[];
  readonly NextShardIterator: string;
}

/** Has the engine keep the writes of its table from now on. */
export async function openStream(endpoint: string, table: string): Promise<TableStream> {
  const read = <T>(operation: string, input: object) =>
    awsJson<T>({ ...dynamodbAt(endpoint), prefix: 'DynamoDBStreams_20120810' }, operation, input);
  await endStream(endpoint, table);
  await awsJson(dynamodbAt(endpoint), 'UpdateTable', {
    TableName: table,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  const { LatestStreamArn: StreamArn } = await describe(endpoint, table);
  const shard = await read<{ StreamDescription: { Shards: { ShardId: string }[] } }>('DescribeStream', { StreamArn });
  const { ShardId } = shard.StreamDescription.Shards[0] ?? {};
  const latest = { StreamArn, ShardId, ShardIteratorType: 'LATEST' };
  let at = (await read<{ ShardIterator: string }>('GetShardIterator', latest)).ShardIterator;
  return {
    async next() {
      const changes: Change[] = [];
      for (;;) {
        const { Records, NextShardIterator } = await read<Page>('GetRecords', { ShardIterator: at });
        at = NextShardIterator;
        changes.push(...Records.map(({ dynamodb }) => ({ keys: dynamodb.Keys, image: dynamodb.NewImage })));
        if (Records.length === 0) return changes;
      }
    },
    end: () => endStream(endpoint, table),
  };
}

/** Has the engine keep no writes, also where a platform that was killed had it keep them. */
export async function endStream(endpoint: string, table: string): Promise<void> {
  const { StreamSpecification } = await describe(endpoint, table);
  if (!StreamSpecification?.StreamEnabled) return;
  await awsJson(dynamodbAt(endpoint), 'UpdateTable', {
    TableName: table,
    StreamSpecification: { StreamEnabled: false },
  });
}

interface Described {
  readonly LatestStreamArn?: string;
  readonly StreamSpecification?: { readonly StreamEnabled: boolean };
}

const describe = async (endpoint: string, table: string): Promise<Described> =>
  (await awsJson<{ Table: Described }>(dynamodbAt(endpoint), 'DescribeTable', { TableName: table })).Table;
