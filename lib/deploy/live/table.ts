import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  type StreamViewType,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DeployError } from '#lib/deploy/template.ts';

/** What lib/store/table.yml says of the table, as far as it is held to it. */
export interface Wanted {
  readonly KeySchema: readonly KeySchemaElement[];
  readonly GlobalSecondaryIndexes: readonly { readonly IndexName: string; readonly KeySchema: KeySchemaElement[] }[];
  readonly StreamSpecification: { readonly StreamViewType: StreamViewType };
  readonly TimeToLiveSpecification: { readonly AttributeName: string };
}

/** Seconds that a table may take until it has what it is given. */
const patience = 600;

/**
 * Makes a table that is there, such as a restored one, what lib/store/table.yml says, but for its name: a restore
 * brings neither the stream nor the time to live nor backups. Answers its stream's ARN. Throws DeployError for a table
 * that is not there or not ready, and for keys or a stream that are others.
 */
export async function takeTable(client: DynamoDBClient, TableName: string, wanted: Wanted): Promise<string> {
  const table = await describe(client, TableName);
  if (table.TableStatus !== 'ACTIVE')
    throw new DeployError(`tableName: ${TableName} is ${table.TableStatus}; deploy when it is ACTIVE`);
  const lacks = differenceOf(table, wanted);
  if (lacks !== undefined) throw new DeployError(`tableName: ${TableName} is no table of this platform: ${lacks}`);
  const { AttributeName } = wanted.TimeToLiveSpecification;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (!TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) {
    const TimeToLiveSpecification = { AttributeName, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  await backUp(client, TableName);
  return streamOf(client, table, wanted.StreamSpecification.StreamViewType);
}

/** Protects a table from deletion; answers whether it was not. */
export async function protectTable(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { DeletionProtectionEnabled } = await describe(client, TableName);
  if (DeletionProtectionEnabled) return false;
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  return true;
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table ?? {};
  } catch (error) {
    if ((error as Error).name !== 'ResourceNotFoundException') throw error;
    throw new DeployError(`tableName: there is no table ${TableName} in this account and region`);
  }
}

const keysOf = (schema: readonly KeySchemaElement[] = []): string =>
  schema.map(({ AttributeName, KeyType }) => `${AttributeName} (${KeyType})`).join(', ');

/** In which of its keys a table differs; undefined where it does not. */
function differenceOf(table: TableDescription, wanted: Wanted): string | undefined {
  const own = keysOf(table.KeySchema);
  if (own !== keysOf(wanted.KeySchema)) return `its key is ${own}, not ${keysOf(wanted.KeySchema)}`;
  for (const { IndexName, KeySchema } of wanted.GlobalSecondaryIndexes) {
    const index = table.GlobalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
    if (keysOf(index?.KeySchema) !== keysOf(KeySchema)) return `it has no index ${IndexName} by ${keysOf(KeySchema)}`;
  }
  return undefined;
}

async function backUp(client: DynamoDBClient, TableName: string): Promise<void> {
  const { ContinuousBackupsDescription: has } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  if (has?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED') return;
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
}

async function streamOf(client: DynamoDBClient, table: TableDescription, view: StreamViewType): Promise<string> {
  const { TableName = '', StreamSpecification: has, LatestStreamArn } = table;
  if (has?.StreamEnabled && has.StreamViewType !== view)
    throw new DeployError(`tableName: the stream of ${TableName} shows ${has.StreamViewType}; disable it first`);
  if (has?.StreamEnabled && LatestStreamArn) return LatestStreamArn;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: view };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  await waitUntilTableExists({ client, maxWaitTime: patience }, { TableName });
  const { LatestStreamArn: made } = await describe(client, TableName);
  if (made === undefined) throw new DeployError(`tableName: ${TableName} has no stream yet; deploy again in a minute`);
  return made;
}
